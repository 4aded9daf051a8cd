import type { Toast } from '@godhuli/contracts/host';
import * as RadixToast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ReactElement, useSyncExternalStore } from 'react';

/** How long a toast stays unless it says otherwise (TOAST-1). */
export const TOAST_DURATION_MS = 5000;
/** How far a finger moves it away, in px. */
const SWIPE_THRESHOLD_PX = 50;

type Shown = Toast & { id: number };
let current: Shown | null = null;
let ids = 0;
const listeners = new Set<() => void>();

function show(next: Shown | null) {
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

/** The toast area: one at a time, five seconds, swiped away by 50 px, reached by F8. */
export function Toasts(): ReactElement {
  const shown = useSyncExternalStore(subscribe, () => current);
  return (
    <RadixToast.Provider
      duration={TOAST_DURATION_MS}
      swipeThreshold={SWIPE_THRESHOLD_PX}
      swipeDirection="right"
      label="Notification"
    >
      {shown && <OneToast key={shown.id} shown={shown} />}
      <RadixToast.Viewport className="shell-toasts" hotkey={['F8']} label="Notifications ({hotkey})" />
    </RadixToast.Provider>
  );
}

function OneToast({ shown }: { shown: Shown }): ReactElement {
  const bad = shown.variant === 'destructive';
  const Icon = bad ? CircleAlert : CircleCheck;
  const durationMs = shown.durationMs ?? TOAST_DURATION_MS;
  return (
    <RadixToast.Root
      className={bad ? 'shell-toast shell-toast--bad' : 'shell-toast'}
      // An alert interrupts a screen reader, a status waits for it.
      type={bad ? 'foreground' : 'background'}
      duration={durationMs}
      style={{ ['--life' as string]: `${durationMs}ms` }}
      onOpenChange={(open) => {
        if (!open && current?.id === shown.id) show(null);
      }}
    >
      <Icon className="shell-toast__icon" aria-hidden="true" strokeWidth={1.6} />
      <div>
        <RadixToast.Title className="shell-toast__title">{shown.title}</RadixToast.Title>
        {shown.description && (
          <RadixToast.Description className="shell-toast__text">{shown.description}</RadixToast.Description>
        )}
      </div>
      <RadixToast.Close className="shell-toast__close" aria-label="Dismiss">
        <X aria-hidden="true" strokeWidth={1.6} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
