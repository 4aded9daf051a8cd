import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Button, IconButton } from './button';
import { frame, head, modalBody, modalFoot, wide } from './dialog.styles';
import { focusFirstField } from './first-focus';
import { focusHeading, sectionOf } from './move-focus-on-removal';
import { displayTitle } from './text.styles';

interface ModalProps {
  role?: 'alertdialog';
  'aria-labelledby': string;
  'aria-describedby'?: string;
  isWide?: boolean;
  /** Asked by Escape and by the browser's own ways to close; the owner decides and unmounts. */
  onCloseRequest(): void;
  onKeyDown?(event: KeyboardEvent): void;
  children: ReactNode;
}

/** The element that took the place of one which is no longer in the document: both have the same `data-focus-key`. */
function twinOf({ dataset }: HTMLElement): HTMLElement | null {
  const { focusKey } = dataset;
  return focusKey ? document.querySelector<HTMLElement>(`[data-focus-key="${focusKey}"]`) : null;
}

/** A native modal dialog: focus goes to its first field, the page behind is inert, focus goes back to where it came from. */
export function Modal({ isWide, onCloseRequest, onKeyDown, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    const section = sectionOf(opener);
    if (element && !element.open) {
      element.showModal();
      focusFirstField(element);
    }
    return () => {
      // The dialog below has closed this one together with itself, and the focus has gone back already.
      if (opener?.closest('dialog:not([open])')) return;
      // The page takes no focus while one of them is open.
      for (const above of element?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? []) above.close();
      element?.close();
      const back = opener instanceof HTMLElement && (opener.isConnected ? opener : twinOf(opener));
      if (back) back.focus();
      // Its row or its page is gone.
      else focusHeading(section);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      css={[frame, isWide && wide]}
      onCancel={(event) => {
        // A file picker's own 'cancel' bubbles up to here and means something else.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onCloseRequest();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // Otherwise the browser closes a dialog at the second Escape, whatever its owner says.
          event.preventDefault();
          event.stopPropagation();
          onCloseRequest();
          return;
        }
        onKeyDown?.(event);
      }}
      {...rest}
    >
      {children}
    </dialog>
  );
}

export function ModalHead({ id, title, onClose }: { id: string; title: string; onClose(): void }) {
  return (
    <header css={head}>
      <h2 id={id} css={displayTitle}>
        {title}
      </h2>
      <IconButton aria-label="Close" onClick={onClose}>
        <X aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
    </header>
  );
}

interface ConfirmProps {
  question: string;
  detail?: ReactNode;
  photo?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: string;
  /** whether it can be undone, so that the button is no warning */
  isReversible?: boolean;
  isBusy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something is lost; focus begins on the way back. */
export function Confirm({
  question,
  detail,
  photo,
  confirmLabel,
  cancelLabel = 'Cancel',
  isReversible,
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const id = useId();
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={`${id}-question`}
      aria-describedby={detail ? `${id}-detail` : undefined}
      onCloseRequest={onCancel}
    >
      <div
        css={[
          modalBody,
          { display: 'grid', gridTemplateColumns: photo ? '5.5rem 1fr' : '1fr', gap: '1.25rem', alignItems: 'start' },
        ]}
      >
        {photo}
        <div>
          <h2 id={`${id}-question`} css={{ fontSize: '1.0625rem' }}>
            {question}
          </h2>
          {detail && (
            <p id={`${id}-detail`} css={{ marginTop: '.4rem', fontSize: '.875rem', color: 'var(--a-muted)' }}>
              {detail}
            </p>
          )}
        </div>
      </div>
      <footer css={modalFoot}>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button variant={isReversible ? 'primary' : 'bad'} onClick={onConfirm} disabled={isBusy}>
          {confirmLabel}
        </Button>
      </footer>
    </Modal>
  );
}
