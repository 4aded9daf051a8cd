import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { isBrowserKey } from './is-browser-key';

/** The row or tile under a point of the window that belongs to the list `name`. */
function idAt(name: string, x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const item = element.closest<HTMLElement>(`[data-sort='${name}']`);
    if (item) return item.dataset.sortId ?? null;
  }
  return null;
}

/** So far outside of its list, in px, an item is still dropped at the last place that it was over. */
const MARGIN = 64;
/** So near the top or the bottom of the window, in px, a drag scrolls the page. */
const EDGE = 72;

function isNear(list: Element | null | undefined, x: number, y: number): boolean {
  if (!list) return false;
  const { left, right, top, bottom } = list.getBoundingClientRect();
  return x >= left - MARGIN && x <= right + MARGIN && y >= top - MARGIN && y <= bottom + MARGIN;
}

/** How far a drag at this height scrolls the page in one frame, in px. */
function scrollStep(y: number): number {
  const below = y - (window.innerHeight - EDGE);
  return below > 0 ? below / 5 : y < EDGE ? (y - EDGE) / 5 : 0;
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
 * Sorts a list by dragging a grip with mouse or finger, or by its arrow keys. A drop away from the list and Escape leave the
 * order as it is. Each item has `data-sort` and `data-sort-id`; `gripOf` returns what the grip of an item needs.
 */
export function useSorting({ name, onDrop, onStep }: Sorting) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const over = useRef<string | null>(null);
  /** where the pointer is, from its first move on */
  const point = useRef<{ x: number; y: number; list: Element | null | undefined } | null>(null);
  const stop = () => {
    setActiveId(null);
    setOverId(null);
    over.current = null;
    point.current = null;
  };
  const mark = () => {
    if (!point.current) return;
    const { x, y, list } = point.current;
    over.current = idAt(name, x, y) ?? (isNear(list, x, y) ? over.current : null);
    setOverId(over.current);
  };
  const markLatest = useRef(mark);
  markLatest.current = mark;
  // A list may be longer than the window.
  useEffect(() => {
    if (activeId === null) return;
    let frame = requestAnimationFrame(function scroll() {
      const step = point.current ? scrollStep(point.current.y) : 0;
      if (step !== 0) {
        window.scrollBy(0, step);
        markLatest.current();
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [activeId]);
  const gripOf = (id: string) => ({
    style: { touchAction: 'none' as const },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      setActiveId(id);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (activeId !== id) return;
      const list = event.currentTarget.closest('[data-sort]')?.parentElement;
      point.current = { x: event.clientX, y: event.clientY, list };
      mark();
    },
    onPointerUp: () => {
      if (activeId === id && over.current !== null && over.current !== id) onDrop(id, over.current);
      stop();
    },
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && activeId !== null) {
        // A dialog around the list stays open.
        event.preventDefault();
        event.stopPropagation();
        return stop();
      }
      const step = BACK.includes(event.key) ? -1 : ON.includes(event.key) ? 1 : null;
      if (step === null || isBrowserKey(event)) return;
      event.preventDefault();
      onStep(id, step);
    },
  });
  return { activeId, overId: overId === activeId ? null : overId, gripOf };
}
