import { useRef, useState } from 'react';

/**
 * Items chosen in the order in which they were ticked. With Shift, a click ticks everything since the one before.
 * @param room how many more may be chosen
 */
export function useSelection<Item>(items: readonly Item[], keyOf: (item: Item) => string, room: number) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const last = useRef<string | null>(null);
  function toggle(item: Item, isRange: boolean): void {
    const key = keyOf(item);
    const isAdded = !chosen.has(key);
    const from = items.findIndex((each) => keyOf(each) === last.current);
    const to = items.findIndex((each) => keyOf(each) === key);
    last.current = key;
    const range = isRange && from >= 0 && to >= 0 ? items.slice(Math.min(from, to), Math.max(from, to) + 1) : [item];
    const next = new Map(chosen);
    for (const each of range) {
      if (!isAdded) next.delete(keyOf(each));
      else if (next.size < room) next.set(keyOf(each), each);
    }
    setChosen(next);
  }
  return { chosen: [...chosen.values()], isChosen: (item: Item) => chosen.has(keyOf(item)), toggle };
}
