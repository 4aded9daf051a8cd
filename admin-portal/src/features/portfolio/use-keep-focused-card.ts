import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** After a move by keyboard, scrolls to the moved card and keeps the focus on the button that moved it. */
export function useKeepFocusedCard(
  items: readonly StaffPortfolioItem[],
  columns: number,
  scrollToRow: (index: number, options: { align: 'auto' }) => void,
) {
  const wanted = useRef<{ id: string; label: string; from: number; to: number; isMoved: boolean } | null>(null);
  useEffect(() => {
    const target = wanted.current;
    if (!target) return;
    const index = items.findIndex((item) => item._id === target.id);
    const neighbour = items[Math.min(target.from, items.length - 1)];
    // Moved beyond the loaded items: the one in its place takes the focus.
    if (index < 0 && neighbour) wanted.current = { ...target, id: neighbour._id, isMoved: true };
    target.isMoved = index === target.to;
    if (target.isMoved) scrollToRow(Math.floor(index / columns), { align: 'auto' });
    // At its old place: this render is from before the key was pressed. Anywhere else: someone else has moved it.
    else if (index >= 0 && index !== target.from) wanted.current = null;
  }, [items, columns, scrollToRow]);
  // A card that is far away is rendered some frames later.
  useEffect(() => {
    const target = wanted.current;
    const card = target?.isMoved ? document.querySelector(`[data-item="${target.id}"]`) : null;
    if (!target || !card) return;
    wanted.current = null;
    if (card.contains(document.activeElement)) return;
    const buttons = [...card.querySelectorAll('button')];
    (buttons.find((button) => button.title === target.label) ?? buttons[0])?.focus();
  });
  const drawn = useRef(items);
  useLayoutEffect(() => {
    drawn.current = items;
  }, [items]);
  return useCallback((id: string, to: number) => {
    const from = drawn.current.findIndex((item) => item._id === id);
    const focused = document.activeElement;
    const label = focused instanceof HTMLElement ? focused.title : '';
    wanted.current = from === to ? null : { id, label, from, to, isMoved: false };
  }, []);
}
