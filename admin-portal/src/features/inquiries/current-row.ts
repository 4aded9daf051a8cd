import { useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react';

export type CurrentRow = ReturnType<typeof createCurrentRow>;

function createCurrentRow(first: string | null) {
  let currentId = first;
  /** by the id of their inquiry */
  const rows = new Map<string, () => void>();
  return {
    id: () => currentId,
    set(id: string | null) {
      if (id === currentId) return;
      const changed = [currentId, id];
      currentId = id;
      for (const one of changed) rows.get(one ?? '')?.();
    },
    subscribe(id: string, onChange: () => void) {
      rows.set(id, onChange);
      return () => {
        if (rows.get(id) === onChange) rows.delete(id);
      };
    },
  };
}

/** Tells rows which of them is the current one. Of thousands, only the one before and the one now are rendered again. */
export function useCurrentRow(id: string | null): CurrentRow {
  const [row] = useState(() => createCurrentRow(id));
  // After every rendering: what was set early, and did not come, is taken back.
  useLayoutEffect(() => row.set(id));
  return row;
}

/** Whether the row of an inquiry is the current one. */
export function useIsCurrent(row: CurrentRow, id: string): boolean {
  const subscribe = useCallback((onChange: () => void) => row.subscribe(id, onChange), [row, id]);
  return useSyncExternalStore(subscribe, () => row.id() === id);
}
