import type { RemoteModule } from '@godhuli/contracts/host';
import type { PageRelease } from '@godhuli/contracts/page';
import type { LoadReport } from '@godhuli/contracts/releases';
import { useCallback, useEffect, useRef, useState } from 'react';
import { loadFirstReady, spentBeforeFirstLoad } from '../remote/load-first-ready';
import { type LoadModule, loadRemote } from '../remote/load-remote';

/** After this many milliseconds without a remote, the fallback shows while loading goes on. */
export const FALLBACK_AFTER_MS = 4500;

export type RemoteState =
  | { step: 'loading' }
  /** the fallback shows; `trying`: an attempt is still running */
  | { step: 'failed'; trying: boolean }
  | { step: 'loaded'; release: PageRelease; remote: RemoteModule };

interface UseRemoteOptions {
  live: PageRelease;
  /** the last good release before it */
  previous: PageRelease | null;
  load: LoadModule;
  report(release: PageRelease, step: LoadReport['stage'], cause: string): void;
}

/**
 * Loads the live release; when one of its steps fails or takes too long, the previous one. Every failure is reported.
 * @returns the state, `retry` (starts again, with new URLs) and `fail` (the loaded release failed to render)
 */
export function useRemote({ live, previous, load, report }: UseRemoteOptions) {
  const [state, setState] = useState<RemoteState>({ step: 'loading' });
  const run = useRef(0);

  const begin = useCallback(
    async (releases: (PageRelease | null)[], fresh: boolean) => {
      const candidates = releases.filter((release) => release !== null);
      run.current += 1;
      const mine = run.current;
      const spentMs = mine === 1 ? spentBeforeFirstLoad() : 0;
      const fallbackTimer = setTimeout(() => {
        if (run.current === mine) setState({ step: 'failed', trying: true });
      }, FALLBACK_AFTER_MS - spentMs);
      const attempt = async (release: PageRelease) => {
        const result = await loadRemote(load, release, fresh);
        if (!result.ok) report(release, result.step, result.cause);
        return result;
      };
      const ready = await loadFirstReady(candidates, attempt, () => run.current === mine, spentMs);
      clearTimeout(fallbackTimer);
      if (run.current === mine) setState(ready ? { step: 'loaded', ...ready } : { step: 'failed', trying: false });
    },
    [load, report],
  );

  useEffect(() => {
    void begin([live, previous], false);
    return () => {
      run.current += 1;
    };
  }, [begin, live, previous]);

  const retry = useCallback(() => {
    setState({ step: 'loading' });
    void begin([live, previous], true);
  }, [begin, live, previous]);

  const fail = useCallback(
    (release: PageRelease, step: LoadReport['stage'], cause: unknown) => {
      report(release, step, cause instanceof Error ? cause.message : String(cause));
      if (release === live && previous) void begin([previous], false);
      else setState({ step: 'failed', trying: false });
    },
    [begin, live, previous, report],
  );

  return { state, retry, fail };
}
