import { css, keyframes } from '@emotion/react';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type ReactElement, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { displayTitle } from '../look/text';
import { Button, IconButton } from './button';

const rise = keyframes`from { opacity: 0; transform: translateY(10px); }`;
const fade = keyframes`from { opacity: 0; }`;

const frame = css`
  width: calc(100% - 2.5rem);
  max-width: 30rem;
  max-height: calc(100dvh - 2.5rem);
  margin: auto;
  padding: 0;
  border: 0;
  overflow: hidden;
  flex-direction: column;
  background: var(--a-surface);
  color: var(--a-fg);
  border-radius: var(--r-4);
  box-shadow: var(--shadow-3);
  animation: ${rise} var(--t-2) var(--ease-out);
  &[open] {
    display: flex;
  }
  &::backdrop {
    background: var(--a-scrim);
    animation: ${fade} var(--t-2);
  }
  @media (max-width: 639px) {
    width: 100%;
    max-width: none;
    max-height: 94dvh;
    margin: auto 0 0;
    border-radius: var(--r-4) var(--r-4) 0 0;
  }
`;
const wide = css`
  @media (min-width: 640px) {
    max-width: 56rem;
  }
`;

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

/** A native modal dialog: focus goes in, the page behind is inert, focus goes back to where it came from. */
export function Modal({ isWide, onCloseRequest, onKeyDown, children, ...rest }: ModalProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // Its page has been left.
      else document.getElementById('main')?.focus({ preventScroll: true });
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

const head = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 1rem 1rem 1rem 1.75rem;
  border-bottom: 1px solid var(--a-border);
  @media (max-width: 639px) {
    padding-left: 1.25rem;
  }
`;

export function ModalHead({ id, title, onClose }: { id: string; title: string; onClose(): void }): ReactElement {
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

/** The scrolling middle of a dialog. */
export const modalBody = css`
  padding: 1.5rem 1.75rem;
  overflow: auto;
  @media (max-width: 639px) {
    padding-inline: 1.25rem;
  }
`;

/** The row of actions at the foot of a dialog. */
export const modalFoot = css`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 0.625rem;
  padding: 1rem 1.75rem;
  border-top: 1px solid var(--a-border);
  background: var(--a-sunken);
  @media (max-width: 639px) {
    padding-inline: 1.25rem;
    & > button {
      flex: 1;
    }
  }
`;

interface ConfirmProps {
  question: string;
  detail?: ReactNode;
  picture?: ReactNode;
  confirmLabel: ReactNode;
  cancelLabel?: string;
  isBusy?: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before something is lost; focus begins on the way back. */
export function Confirm({
  question,
  detail,
  picture,
  confirmLabel,
  cancelLabel = 'Cancel',
  isBusy,
  onConfirm,
  onCancel,
}: ConfirmProps): ReactElement {
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
          css`
            display: grid;
            grid-template-columns: ${picture ? '5.5rem 1fr' : '1fr'};
            gap: 1.25rem;
            align-items: start;
          `,
        ]}
      >
        {picture}
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
        <Button look="bad" onClick={onConfirm} disabled={isBusy}>
          {confirmLabel}
        </Button>
      </footer>
    </Modal>
  );
}
