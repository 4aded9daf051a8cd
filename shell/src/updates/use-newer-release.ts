import type { CurrentComposition } from '@godhuli/contracts/page';
import { useEffect, useState } from 'react';

/** How often an open tab checks which release is live. */
const CHECK_EVERY_MS = 5 * 60_000;

/** Returns whether another release of the remote is live. Checked when the tab becomes visible and every five minutes. */
export function useNewerRelease(remote: string, version: string): boolean {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    const check = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const response = await fetch('/composition.json', { headers: { accept: 'application/json' } });
        if (!response.ok) return;
        const { remotes } = (await response.json()) as CurrentComposition;
        setNewer(remotes[remote] !== undefined && remotes[remote] !== version);
      } catch {
        // Offline: the next check finds out.
      }
    };
    document.addEventListener('visibilitychange', check);
    const timer = setInterval(check, CHECK_EVERY_MS);
    return () => {
      document.removeEventListener('visibilitychange', check);
      clearInterval(timer);
    };
  }, [remote, version]);
  return newer;
}
