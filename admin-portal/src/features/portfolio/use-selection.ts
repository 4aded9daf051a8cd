import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useEffect, useRef, useState } from 'react';

/** The chosen items of the grid; null while nothing can be chosen. With Shift, a choice reaches from the last one to this one. */
export function useSelection(items: readonly StaffPortfolioItem[]) {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const lastId = useRef<string | null>(null);
  const isOn = ids !== null;

  function toggle(id: string, isChosen: boolean, isRange: boolean): void {
    const ends = [lastId.current, id].map((end) => items.findIndex(({ _id }) => _id === end));
    const [from = -1, to = -1] = ends.sort((first, second) => first - second);
    const range = isRange && from >= 0 ? items.slice(from, to + 1).map(({ _id }) => _id) : [id];
    lastId.current = id;
    setIds((before) => {
      const next = new Set(before);
      for (const each of range) {
        if (isChosen) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }
  const selectAll = () => setIds(new Set(items.map(({ _id }) => _id)));
  const latest = useRef(selectAll);
  latest.current = selectAll;

  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      // The keys of a dialog or a text field are its own.
      const isElsewhere =
        event.target instanceof Element && event.target.closest('dialog, input:not([type=checkbox]), textarea, select');
      if (event.defaultPrevented || isElsewhere) return;
      if (event.key === 'Escape') setIds(null);
      if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        latest.current();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOn]);

  return {
    ids,
    chosen: ids ? items.filter(({ _id }) => ids.has(_id)) : [],
    start: () => setIds(new Set()),
    end: () => setIds(null),
    select: (chosen: readonly string[]) => setIds(new Set(chosen)),
    selectAll,
    toggle,
  };
}
export type Selection = ReturnType<typeof useSelection>;
