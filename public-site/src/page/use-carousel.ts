import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useHiddenTab, useReducedMotion } from './media-query';

export type Carousel = ReturnType<typeof useCarousel>;

/**
 * An index that cycles through 0..count-1. It pauses on hover, on keyboard focus, in a hidden tab and by its pause button,
 * and never runs under prefers-reduced-motion.
 */
export function useCarousel(count: number, intervalMs: number) {
  const [position, setPosition] = useState({ index: 0, isVisitorChoice: false });
  const [isPaused, setIsPaused] = useState(false);
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isStill = useReducedMotion();
  const isTabHidden = useHiddenTab();
  const isRunning = count > 1 && !isPaused && !isHovered && !isFocused && !isTabHidden && !isStill;
  const index = count > 0 ? position.index % count : 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change, also by the visitor, starts a full interval
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setPosition({ index: (index + 1) % count, isVisitorChoice: false }), intervalMs);
    return () => clearTimeout(timer);
  }, [isRunning, index, count, intervalMs, position]);

  const show = (slide: number) => setPosition({ index: (slide + count) % count, isVisitorChoice: true });
  return {
    index,
    /** shows a slide that the visitor selected */
    show,
    next: () => show(index + 1),
    previous: () => show(index - 1),
    /** advances automatically now */
    isRunning,
    /** by the pause button */
    isPaused,
    togglePaused: () => setIsPaused(!isPaused),
    /** prefers-reduced-motion: never advances automatically */
    isStill,
    /** the visitor made the last change, so screen readers may announce it */
    isVisitorChoice: position.isVisitorChoice,
    /** for the element that pauses the carousel while it has the pointer or the keyboard focus (PUB-ALL-1) */
    pauseHandlers: {
      // Touch has no hover: 'enter' would pause the carousel until the next tap elsewhere.
      onPointerEnter: (event: PointerEvent) => setIsHovered(event.pointerType !== 'touch'),
      onPointerLeave: () => setIsHovered(false),
      onFocus: (event: FocusEvent) =>
        setIsFocused(event.target !== event.currentTarget && (event.target as Element).matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  };
}
