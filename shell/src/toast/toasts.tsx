import * as RadixToast from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { toastLabels } from './toast-labels';
import { dismiss, type ShownToast, TOAST_DURATION_MS, useShownToast } from './toast-store';

/** The swipe distance that dismisses a toast, in CSS pixels. */
const SWIPE_THRESHOLD_PX = 50;

/** The toast area: one at a time, five seconds, swiped away by 50 px, reached by F8. */
export function Toasts() {
  const shown = useShownToast();
  const { one, all } = toastLabels();
  return (
    <RadixToast.Provider
      duration={TOAST_DURATION_MS}
      swipeThreshold={SWIPE_THRESHOLD_PX}
      swipeDirection="right"
      label={one}
    >
      {shown && <OneToast key={shown.id} shown={shown} />}
      <RadixToast.Viewport className="shell-toasts" hotkey={['F8']} label={`${all} ({hotkey})`} />
    </RadixToast.Provider>
  );
}

function OneToast({ shown }: { shown: ShownToast }) {
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
        if (!open) dismiss(shown.id);
      }}
    >
      <Icon className="shell-toast__icon" aria-hidden="true" strokeWidth={1.6} />
      <div>
        <RadixToast.Title className="shell-toast__title">{shown.title}</RadixToast.Title>
        {shown.description && (
          <RadixToast.Description className="shell-toast__text">{shown.description}</RadixToast.Description>
        )}
      </div>
      <RadixToast.Close className="shell-toast__close" aria-label={toastLabels().dismiss}>
        <X aria-hidden="true" strokeWidth={1.6} />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
