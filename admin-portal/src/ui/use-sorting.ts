import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** The row or tile under a point of the window that belongs to the list `name`. */
function idAt(name: string, x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const item = element.closest<HTMLElement>(`[data-sort='${name}']`);
    if (item) return item.dataset.sortId ?? null;
  }
  return null;
}

interface Sorting {
  /** name of the list, as in `data-sort` of its items */
  name: string;
  /** Moves one item to where another one is. */
  onDrop(id: string, targetId: string): void;
  /** Moves an item by a key of its grip: -1 is one place back, 1 one place on. */
  onStep(id: string, step: -1 | 1): void;
}

const BACK = ['ArrowLeft', 'ArrowUp'];
const ON = ['ArrowRight', 'ArrowDown'];

/**
 * Sorts a list by dragging a grip with mouse or finger, or by its arrow keys. Each item has `data-sort` and `data-sort-id`;
 * `gripOf` returns what the grip of an item needs.
 */
export function useSorting({ name, onDrop, onStep }: Sorting) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const over = useRef<string | null>(null);
  const stop = () => {
    setActiveId(null);
    setOverId(null);
    over.current = null;
  };
  const gripOf = (id: string) => ({
    style: { touchAction: 'none' as const },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setActiveId(id);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (activeId !== id) return;
      over.current = idAt(name, event.clientX, event.clientY) ?? over.current;
      setOverId(over.current);
    },
    onPointerUp: () => {
      if (activeId === id && over.current !== null && over.current !== id) onDrop(id, over.current);
      stop();
    },
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = BACK.includes(event.key) ? -1 : ON.includes(event.key) ? 1 : null;
      if (step === null) return;
      event.preventDefault();
      onStep(id, step);
    },
  });
  return { activeId, overId: overId === activeId ? null : overId, gripOf };
}
