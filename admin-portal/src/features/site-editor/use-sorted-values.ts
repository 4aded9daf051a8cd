import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSorting } from '../../ui/use-sorting';

interface SortedValues<Value> {
  /** name of the list, unique on the page */
  name: string;
  values: readonly Value[];
  labelOf(value: Value, index: number): string;
  onChange(values: Value[]): void;
}

interface Entry<Value> {
  key: string;
  value: Value;
}

/**
 * A list of values without ids, moved by drag or by the arrow keys of a grip. Each value has a key that follows it, so that the
 * focus stays at the value that was moved.
 */
export function useSortedValues<Value>({ name, values, labelOf, onChange }: SortedValues<Value>) {
  const keys = useRef<string[]>([]);
  const made = useRef(0);
  const list = useRef<HTMLUListElement>(null);
  const toFocus = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const newKey = () => {
    made.current += 1;
    return `${made.current}`;
  };
  // Values also change from outside, such as by a restored version.
  while (keys.current.length < values.length) keys.current.push(newKey());
  keys.current.length = values.length;
  const entries: Entry<Value>[] = values.map((value, index) => ({ key: keys.current[index] ?? '', value }));

  useEffect(() => {
    if (toFocus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-sort-id='${toFocus.current}'] input`)?.focus();
    toFocus.current = null;
  });

  const change = (next: Entry<Value>[]) => {
    keys.current = next.map(({ key }) => key);
    onChange(next.map(({ value }) => value));
  };
  const indexOf = (key: string) => keys.current.indexOf(key);
  const moveTo = (from: number, to: number) => {
    const moved = entries[from];
    if (!moved || to < 0 || to >= entries.length || from === to) return;
    const others = entries.filter((entry) => entry !== moved);
    change([...others.slice(0, to), moved, ...others.slice(to)]);
    setAnnouncement(`Moved ${labelOf(moved.value, from)} to position ${to + 1} of ${entries.length}.`);
  };
  const sorting = useSorting({
    name,
    onDrop: (key, target) => moveTo(indexOf(key), indexOf(target)),
    onStep: (key, step) => moveTo(indexOf(key), indexOf(key) + step),
  });

  return {
    list: list as RefObject<HTMLUListElement>,
    announcement,
    rows: entries.map(({ key, value }, index) => ({
      ...{ key, value, index },
      place: `${index + 1} of ${entries.length}`,
      grip: sorting.gripOf(key),
      row: {
        'data-sort': name,
        'data-sort-id': key,
        'data-active': sorting.activeId === key || undefined,
        'data-over': sorting.overId === key || undefined,
      },
    })),
    replace: (index: number, value: Value) =>
      change(entries.map((entry, at) => (at === index ? { ...entry, value } : entry))),
    /** Puts values in the place of `removed` ones, and the cursor into the last of them. */
    insert(index: number, added: readonly Value[], removed = 0): void {
      const created = added.map((value) => ({ key: newKey(), value }));
      toFocus.current = created.at(-1)?.key ?? null;
      change([...entries.slice(0, index), ...created, ...entries.slice(index + removed)]);
    },
    /** Removes a value; the cursor goes to the one before it, else to the one after it. */
    remove(index: number): void {
      toFocus.current = (entries[index - 1] ?? entries[index + 1])?.key ?? null;
      change(entries.filter((_, at) => at !== index));
    },
  };
}
