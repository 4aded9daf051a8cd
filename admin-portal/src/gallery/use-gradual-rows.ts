import { useEffect, useState } from 'react';

/** Rows from `first` up to, and without, `end`. */
export interface RowRange {
  first: number;
  end: number;
}

const NO_ROWS: RowRange = { first: 0, end: 0 };

/**
 * One step from the rows that are shown towards those that should be: what is no longer wanted goes, and one row
 * comes; those from the first one that is seen downwards before those above it.
 */
export function nextRows(shown: RowRange, wanted: RowRange, firstSeen: number): RowRange {
  const { first, end } = { first: Math.max(shown.first, wanted.first), end: Math.min(shown.end, wanted.end) };
  if (first >= end) {
    const start = Math.min(Math.max(firstSeen, wanted.first), Math.max(wanted.first, wanted.end - 1));
    return { first: start, end: Math.min(start + 1, wanted.end) };
  }
  const isAboveNext = first > firstSeen || end === wanted.end;
  return isAboveNext ? { first: Math.max(first - 1, wanted.first), end } : { first, end: end + 1 };
}

/**
 * The rows to draw now: one more with every frame until the wanted ones stand, so that no single frame has to draw
 * a window full of cards and the page answers meanwhile.
 * @param list what the rows are of; another value begins anew
 */
export function useGradualRows(wanted: RowRange, firstSeen: number, list: string): RowRange {
  const [state, setState] = useState({ list, rows: NO_ROWS });
  const shown = state.list === list ? state.rows : nextRows(NO_ROWS, wanted, firstSeen);
  const next = nextRows(shown, wanted, firstSeen);
  const isDone = next.first === shown.first && next.end === shown.end && state.list === list;
  useEffect(() => {
    if (isDone) return;
    const frame = requestAnimationFrame(() => setState({ list, rows: { first: next.first, end: next.end } }));
    return () => cancelAnimationFrame(frame);
  }, [isDone, list, next.first, next.end]);
  return shown;
}
