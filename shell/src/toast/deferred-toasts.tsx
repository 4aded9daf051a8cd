import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ToastArea } from './toast-area';
import { toastLabels } from './toast-labels';
import { dismiss, type ShownToast, TOAST_DURATION_MS, useShownToast } from './toast-store';

/** How long after a focus the toast area loads: usually the tap that gave it has been answered by then. */
const AFTER_TAP_MS = 300;

interface DeferredToastsProps {
  /** loads the full toast area */
  load(): Promise<{ Toasts: ComponentType }>;
}

/**
 * The toast area of a page that may never show a toast: the region and its hotkey come with the document (TOAST-1); the rest
 * loads when the focus is in a form, or with the first toast.
 */
export function DeferredToasts({ load }: DeferredToastsProps) {
  const shown = useShownToast();
  const [Toasts, setToasts] = useState<ComponentType | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const area = useRef<HTMLOListElement>(null);
  const focused = useRef(false);

  const fetchToasts = useCallback(() => {
    load().then(
      (module) => {
        focused.current = area.current?.contains(document.activeElement) ?? false;
        setToasts(() => module.Toasts);
      },
      () => setHasFailed(true),
    );
  }, [load]);
  useEffect(() => {
    if (shown) fetchToasts();
  }, [shown, fetchToasts]);
  useEffect(() => {
    if (Toasts) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchInForm = (element: Element | null) => {
      // The focus is often part of a tap, whose response should not wait for a script.
      if (!element?.closest?.('form')) return;
      timer ??= setTimeout(() => {
        // The next focus tries again what could not be fetched.
        timer = undefined;
        fetchToasts();
      }, AFTER_TAP_MS);
    };
    const onFocus = ({ target }: FocusEvent) => fetchInForm(target as Element);
    // A visitor who came to the form before this code ran.
    fetchInForm(document.activeElement);
    document.addEventListener('focusin', onFocus);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', onFocus);
    };
  }, [Toasts, fetchToasts]);

  useLayoutEffect(() => {
    // The focus moves from the first area to the full one.
    if (Toasts && focused.current) document.querySelector<HTMLElement>('.shell-toasts')?.focus();
  }, [Toasts]);

  if (Toasts) return <Toasts />;
  return <ToastArea area={area}>{hasFailed && shown && <PlainToast key={shown.id} shown={shown} />}</ToastArea>;
}

/** A toast without the full area, for when that could not be loaded, often because the visitor is offline. */
function PlainToast({ shown }: { shown: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(shown.id), shown.durationMs ?? TOAST_DURATION_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <li className={shown.variant === 'destructive' ? 'shell-toast shell-toast--bad' : 'shell-toast'} role="alert">
      <i />
      <div>
        <div className="shell-toast__title">{shown.title}</div>
        {shown.description && <div className="shell-toast__text">{shown.description}</div>}
      </div>
      <button type="button" className="shell-toast__close" onClick={() => dismiss(shown.id)}>
        {toastLabels().dismiss}
      </button>
    </li>
  );
}
