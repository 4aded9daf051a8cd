import { useEffect, useRef } from 'react';

/** Waits between two looks, in seconds; the last one repeats. */
const WAITS_S = [2, 4, 8, 16, 30];

/** Whether the site answers again. */
async function isReachable(): Promise<boolean> {
  return fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Calls `onBack` when the site answers again: looks at once when the browser comes online, and else ever more rarely. */
export function useReconnect(isWaiting: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let looks = 0;
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
      timer = setTimeout(() => void look(), (WAITS_S[Math.min(looks, WAITS_S.length - 1)] ?? 0) * 1000);
      looks += 1;
    };
    const onOnline = () => void look();
    wait();
    window.addEventListener('online', onOnline);
    return () => {
      isOver = true;
      clearTimeout(timer);
      window.removeEventListener('online', onOnline);
    };
  }, [isWaiting]);
}
