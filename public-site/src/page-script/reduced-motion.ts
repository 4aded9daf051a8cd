const reducedMotionQuery = (): MediaQueryList | undefined => window.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Whether the visitor asked for less motion, now. */
export const prefersReducedMotion = (): boolean => reducedMotionQuery()?.matches ?? false;

/** Calls back when the visitor's preference changes. */
export function onReducedMotionChange(onChange: () => void, signal: AbortSignal): void {
  reducedMotionQuery()?.addEventListener('change', onChange, { signal });
}
