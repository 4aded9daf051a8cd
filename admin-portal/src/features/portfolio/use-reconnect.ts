import { useEffect, useRef } from 'react';
import type { AutoRetry } from './draft';

/** Waits between two looks, in seconds; the last one repeats. */
const WAITS_S = [2, 4, 8, 16, 30];
/** The longest wait that a server may ask for, in seconds. */
const LONGEST_WAIT_S = 3600;
const LOOK_TIMEOUT_MS = 5000;

/** Whether the site answers again. */
async function isReachable(): Promise<boolean> {
  return fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Calls `onBack` when the site answers again: looks at once when the browser comes online, and else ever more rarely.
 * @param waiting the tries so far, which the waits go on from, and the wait that the server asked for; false: nothing waits
 */
export function useReconnect(waiting: AutoRetry | false, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  const isWaiting = waiting !== false;
  const { tries, retryAfterS } = waiting || { tries: 0, retryAfterS: 0 };
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looks = tries;
    let isOver = false;
    const look = async () => {
      clearTimeout(timer);
      const isBack = await isReachable();
      if (isOver) return;
      if (isBack) latest.current();
      // Also after it is back: the next try may be lost again.
      wait();
    };
    const wait = () => {
      clearTimeout(timer);
      const usualS = WAITS_S[Math.min(looks, WAITS_S.length - 1)] ?? 0;
      timer = setTimeout(() => void look(), Math.min(Math.max(usualS, retryAfterS), LONGEST_WAIT_S) * 1000);
      looks += 1;
    };
    // A server that asked to wait was not lost: it is left alone until then.
    const onOnline = () => retryAfterS === 0 && void look();
    wait();
    window.addEventListener('online', onOnline);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isWaiting, tries, retryAfterS]);
}
