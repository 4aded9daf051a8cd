import { useState } from 'react';
import { useHost } from '../host/host-context';
import { Cancelled, failureText } from './call';

interface Action {
  isBusy: boolean;
  /** Does the work. A failure is shown as a toast with this title; what the user cancelled is no failure. */
  run(failureTitle: string, work: () => Promise<void>): Promise<void>;
}

/** Runs the actions of a list or page and knows whether one is under way. */
export function useAction(): Action {
  const { toast } = useHost();
  const [isBusy, setBusy] = useState(false);
  const run = async (title: string, work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof Cancelled) return;
      const description = failureText(error, 'Nothing was changed. Please try again.');
      toast({ title, description, variant: 'destructive' });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
