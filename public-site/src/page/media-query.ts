import { useSyncExternalStore } from 'react';

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';
const reducedMotionQuery = () => (typeof window.matchMedia === 'function' ? window.matchMedia(REDUCED_MOTION) : null);

/** Whether the visitor asked for less motion, now. */
export const prefersReducedMotion = (): boolean => reducedMotionQuery()?.matches ?? false;

function followReducedMotion(onChange: () => void): () => void {
  const query = reducedMotionQuery();
  query?.addEventListener('change', onChange);
  return () => query?.removeEventListener('change', onChange);
}

/** Whether the visitor asked for less motion; false until hydrated. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(followReducedMotion, prefersReducedMotion, () => false);
}

function followVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

/** Whether the tab is hidden; false until hydrated. */
export function useHiddenTab(): boolean {
  return useSyncExternalStore(
    followVisibility,
    () => document.hidden,
    () => false,
  );
}
