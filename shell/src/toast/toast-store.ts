import type { Toast } from '@godhuli/contracts/host';
import { useSyncExternalStore } from 'react';

/** How long a toast stays unless it says otherwise (TOAST-1). */
export const TOAST_DURATION_MS = 5000;

export type ShownToast = Toast & { id: number };
let current: ShownToast | null = null;
let ids = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows one toast in the shell's toast area; a newer one replaces it (TOAST-1, TOAST-2). */
export function toast(next: Toast): void {
  ids += 1;
  show({ ...next, id: ids });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the current toast. */
export const useShownToast = (): ShownToast | null => useSyncExternalStore(subscribe, () => current);

/** Removes a toast, unless a newer one has replaced it. */
export function dismiss(toastId: number): void {
  if (current?.id === toastId) show(null);
}
