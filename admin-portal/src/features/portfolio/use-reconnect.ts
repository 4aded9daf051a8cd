import { useEffect, useRef } from 'react';
import type { AutoRetry } from './draft';

/** Seconds between two checks; the last one repeats. */
const WAITS_S = [2, 4, 8, 16, 30];
/** The longest wait that a server may ask for, in seconds. */
const LONGEST_WAIT_S = 3600;
const CHECK_TIMEOUT_MS = 5000;

/** Whether the site responds again. */
const isReachable = () =>
  fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Calls `onBack` when the site responds again: checks at once when the browser comes online, and else less and less often.
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
    let checks = tries;
    let isOver = false;
    const check = async () => {
      clearTimeout(timer);
      const isBack = await isReachable();
      if (isOver) return;
      if (isBack) latest.current();
      // Also after it is back: the next try may be lost again.
      wait();
    };
    const wait = () => {
      clearTimeout(timer);
      const usualS = WAITS_S[Math.min(checks, WAITS_S.length - 1)] ?? 0;
      timer = setTimeout(() => void check(), Math.min(Math.max(usualS, retryAfterS), LONGEST_WAIT_S) * 1000);
      checks += 1;
    };
    // A server that asked to wait was not lost: it gets no request until then.
    const onOnline = () => retryAfterS === 0 && void check();
    wait();
    window.addEventListener('online', onOnline);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isWaiting, tries, retryAfterS]);
}
