import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useHiddenTab, useReducedMotion } from './media-query';

export interface Carousel {
  index: number;
  /** shows one by the visitor's own act */
  show(index: number): void;
  next(): void;
  previous(): void;
  /** advancing by itself at this moment */
  running: boolean;
  /** stopped by the pause button */
  paused: boolean;
  togglePaused(): void;
  /** prefers-reduced-motion: never advances by itself */
  still: boolean;
  /** the last change was the visitor's own, so it may be announced */
  chosen: boolean;
  /** for the element that holds the carousel while the pointer or the keyboard is in it (PUB-ALL-1) */
  hold: {
    onPointerEnter(event: PointerEvent): void;
    onPointerLeave(): void;
    onFocus(event: FocusEvent): void;
    onBlur(): void;
  };
}

/**
 * An index that cycles 0..count-1 and stands still on hover, keyboard focus, in a hidden tab, by its pause
 * button and under prefers-reduced-motion.
 */
export function useCarousel(count: number, intervalMs: number): Carousel {
  const [position, setPosition] = useState({ index: 0, chosen: false });
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const still = useReducedMotion();
  const hiddenTab = useHiddenTab();
  const running = count > 1 && !paused && !hovered && !focused && !hiddenTab && !still;
  const index = count > 0 ? position.index % count : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change, also by hand, begins a full interval
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => setPosition({ index: (index + 1) % count, chosen: false }), intervalMs);
    return () => clearTimeout(timer);
  }, [running, index, count, intervalMs, position]);

  const show = (wanted: number) => setPosition({ index: (wanted + count) % count, chosen: true });
  return {
    index,
    show,
    next: () => show(index + 1),
    previous: () => show(index - 1),
    running,
    paused,
    togglePaused: () => setPaused(!paused),
    still,
    chosen: position.chosen,
    hold: {
      // A finger has no hover: its 'enter' would hold the carousel until the next tap elsewhere.
      onPointerEnter: (event) => setHovered(event.pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      onFocus: (event) =>
        setFocused(event.target !== event.currentTarget && (event.target as Element).matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}
