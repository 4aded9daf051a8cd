import { type DragStartEvent, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { useEffect, useRef, useState } from 'react';

/** A mouse starts after 6 px, a finger on the grip after 150 ms. */
const MOUSE = { activationConstraint: { distance: 6 } };
const TOUCH = { activationConstraint: { delay: 150, tolerance: 8 } };

interface Point {
  x: number;
  y: number;
}

/** The id of the card under a point of the window. */
function cardAt({ x, y }: Point): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const card = element.closest<HTMLElement>('[data-item]');
    if (card) return card.dataset.item ?? null;
  }
  return null;
}

/**
 * Dragging a card: which one, over which other, and on which side of that it would land. The card under the
 * pointer is looked up where it is, so no card has to be known to the drag machinery and scrolling stays cheap.
 */
export function useDrag(
  items: readonly StaffPortfolioItem[],
  moveTo: (item: StaffPortfolioItem, index: number) => unknown,
) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [overId, setOverId] = useState<string | null>(null);
  const pointer = useRef<Point | null>(null);
  const sensors = useSensors(useSensor(MouseSensor, MOUSE), useSensor(TouchSensor, TOUCH));
  const placeOf = (id: string | null) => (id === null ? -1 : items.findIndex((item) => item._id === id));
  const from = placeOf(activeId);

  const updateTarget = () => setOverId((before) => (pointer.current && cardAt(pointer.current)) ?? before);
  useEffect(() => {
    if (activeId === null) return;
    const follow = (event: MouseEvent | TouchEvent) => {
      const { clientX, clientY } = 'touches' in event ? (event.touches[0] ?? event.changedTouches[0] ?? {}) : event;
      if (clientX !== undefined && clientY !== undefined) pointer.current = { x: clientX, y: clientY };
    };
    document.addEventListener('mousemove', follow);
    document.addEventListener('touchmove', follow);
    return () => {
      document.removeEventListener('mousemove', follow);
      document.removeEventListener('touchmove', follow);
    };
  }, [activeId]);

  const stop = () => {
    setActiveId(null);
    setOverId(null);
    pointer.current = null;
  };
  return {
    sensors,
    activeId,
    active: items[from] ?? null,
    overId: overId === activeId ? null : overId,
    side: placeOf(overId) < from ? ('before' as const) : ('after' as const),
    onDragStart: ({ active }: DragStartEvent) => setActiveId(String(active.id)),
    onDragMove: updateTarget,
    onDragEnd: () => {
      const target = (pointer.current && cardAt(pointer.current)) ?? overId;
      const item = items[from];
      const index = placeOf(target);
      stop();
      if (item && index >= 0 && index !== from) moveTo(item, index);
    },
    onDragCancel: stop,
  };
}
