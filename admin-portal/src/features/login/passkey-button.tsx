import { ApiError } from '@godhuli/contracts/api-error';
import type { SessionUser } from '@godhuli/contracts/auth';
import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { failureText } from '../../app/call';
import { Button } from '../../ui/button';
import { signInWithPasskey } from './login.requests';

interface PasskeyButtonProps {
  variant?: 'primary' | undefined;
  onSignedIn(user: SessionUser, needsNewDocument: boolean): void;
  onFailure(text: string | null): void;
}

/** Signs in with a passkey, without a password or as the second step. */
export function PasskeyButton({ variant, onSignedIn, onFailure }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    onFailure(null);
    try {
      const { user, needsNewDocument } = await signInWithPasskey();
      onSignedIn(user, needsNewDocument);
    } catch (error) {
      // What the browser refuses is most often a dialog that was closed.
      const isOurs = error instanceof ApiError;
      onFailure(isOurs ? failureText(error, '') : 'The passkey was not used. Try again, or use another way.');
      setBusy(false);
    }
  };
  return (
    <Button size="large" variant={variant} isBusy={isBusy} onClick={() => void start()}>
      <KeyRound aria-hidden="true" strokeWidth={1.75} />{' '}
      {isBusy ? 'Waiting for the passkey...' : 'Sign in with a passkey'}
    </Button>
  );
}
