import type { CurrentComposition } from '@godhuli/contracts/page';
import { useEffect, useState } from 'react';

/** How often an open tab asks what is live. */
const CHECK_EVERY_MS = 5 * 60_000;

/** Whether another release of the remote is live than the one this page began with. Asked when the tab is shown again, and every five minutes. */
export function useNewerRelease(remote: string, version: string): boolean {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const answer = await fetch('/composition.json', { headers: { accept: 'application/json' } });
        if (!answer.ok) return;
        const { remotes } = (await answer.json()) as CurrentComposition;
        setNewer(remotes[remote] !== undefined && remotes[remote] !== version);
      } catch {
        // Offline: this page keeps what it has, and asks again later.
      }
    };
    document.addEventListener('visibilitychange', ask);
    const timer = setInterval(ask, CHECK_EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', ask);
      clearInterval(timer);
    };
  }, [remote, version]);
  return newer;
}
