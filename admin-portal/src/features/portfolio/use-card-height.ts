import { type RefObject, useEffect, useState } from 'react';

const ESTIMATED_CARD_PX = 330;

/**
 * Returns the height of a card. All have the same, so one is observed, and none is measured while it is rendered: that
 * would force a layout in the middle of the work.
 */
export function useCardHeight(grid: RefObject<HTMLElement | null>): number {
  const [heightPx, setHeight] = useState(ESTIMATED_CARD_PX);
  const [card, setCard] = useState<Element | null>(null);
  // After every render: the observed card may be gone.
  useEffect(() => {
    if (!card?.isConnected) setCard(grid.current?.firstElementChild ?? null);
  });
  useEffect(() => {
    if (!card || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      if (height > 0) setHeight(height);
    });
    observer.observe(card);
    return () => observer.disconnect();
  }, [card]);
  return heightPx;
}
