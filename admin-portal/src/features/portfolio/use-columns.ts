import { type RefObject, useEffect, useState } from 'react';

const REM_PX = 16;
const NARROWEST_CARD_PX = 15.5 * REM_PX;
const GAP_PX = 1.25 * REM_PX;
const PHONE_PX = 640;
const DEFAULT_COLUMNS = 4;

/** Returns the number of cards per row: as many as fit, two on a phone. */
export function columnsFor(widthPx: number, windowPx: number): number {
  if (windowPx < PHONE_PX) return 2;
  return Math.max(1, Math.floor((widthPx + GAP_PX) / (NARROWEST_CARD_PX + GAP_PX)));
}

/** The number of columns of an element and its distance from the document's top, kept up to date. */
export function useColumns(element: RefObject<HTMLElement | null>): { columns: number; topPx: number } {
  const [measure, setMeasure] = useState({ columns: DEFAULT_COLUMNS, topPx: 0 });
  // Not a layout effect: the page would be laid out within React's own work. No row is drawn before it.
  useEffect(() => {
    const read = () => {
      const box = element.current?.getBoundingClientRect();
      if (!box || box.width === 0) return;
      const next = { columns: columnsFor(box.width, window.innerWidth), topPx: Math.round(box.top + window.scrollY) };
      setMeasure((before) => (before.columns === next.columns && before.topPx === next.topPx ? before : next));
    };
    read();
    if (!element.current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(read);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return measure;
}
