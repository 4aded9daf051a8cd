import { useSyncExternalStore } from 'react';

const NARROW_SCREEN = 'screen and (max-width: 899px)';
let wasNarrow = false;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia?.(NARROW_SCREEN);
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** Paper keeps the layout of the screen: another one would have to load its data, and prints empty. */
function isNarrow(): boolean {
  if (!window.matchMedia) return false;
  if (window.matchMedia(NARROW_SCREEN).matches) wasNarrow = true;
  else if (window.matchMedia('screen').matches) wasNarrow = false;
  return wasNarrow;
}

/** Whether the window is too narrow for the sidebar beside the page. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => false);
}
