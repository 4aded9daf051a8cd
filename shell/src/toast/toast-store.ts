import type { Toast } from '@godhuli/contracts/host';
import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

/** The default duration of a toast (TOAST-1). */
export const TOAST_DURATION_MS = 5000;

export type ShownToast = Toast & { id: number };
const shown = createStore<ShownToast | null>(null);
let ids = 0;

/** Shows one toast in the shell's toast area; a newer one replaces it (TOAST-1, TOAST-2). */
export function toast(next: Toast): void {
  ids += 1;
  shown.set({ ...next, id: ids });
}

/** Returns the current toast. */
export const useShownToast = (): ShownToast | null => useSyncExternalStore(shown.subscribe, shown.get);

/** Removes a toast, unless a newer one has replaced it. */
export function dismiss(toastId: number): void {
  if (shown.get()?.id === toastId) shown.set(null);
}
