import { useCallback, useEffect, useState } from 'react';

const AHEAD_MS = 2500;

/**
 * Which slides may load their photograph: those shown so far, the next one shortly before its turn, and any
 * that the visitor is about to choose. The first stands alone until then (PUB-HERO-1).
 */
export function useNeededSlides(
  index: number,
  count: number,
  running: boolean,
): { needed: ReadonlySet<number>; need(index: number): void } {
  const [asked, setAsked] = useState<ReadonlySet<number>>(() => new Set([0]));
  const need = useCallback(
    (wanted: number) => setAsked((previous) => (previous.has(wanted) ? previous : new Set([...previous, wanted]))),
    [],
  );
  useEffect(() => {
    need(index);
    if (!running) return;
    const timer = setTimeout(() => need((index + 1) % count), AHEAD_MS);
    return () => clearTimeout(timer);
  }, [index, count, running, need]);
  return { needed: asked.has(index) ? asked : new Set([...asked, index]), need };
}
