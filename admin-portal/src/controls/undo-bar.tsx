import { css } from '@emotion/react';
import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button';

interface UndoBarProps {
  message: string;
  /** settles when it is done; a failure has been said by then */
  onUndo(): Promise<void>;
  onDismiss(): void;
}

/** Says what was deleted and offers to take it back. It stays until it is used or dismissed, so nobody has to hurry. */
export function UndoBar({ message, onUndo, onDismiss }: UndoBarProps): ReactElement {
  const undo = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await onUndo();
    setBusy(false);
  };
  useEffect(() => undo.current?.focus(), []);
  return (
    <div
      css={css`
        position: fixed;
        z-index: 50;
        inset: auto 1rem 1rem;
        width: fit-content;
        max-width: calc(100% - 2rem);
        margin-inline: auto;
        display: flex;
        align-items: center;
        gap: 0.75rem;
        padding: 0.5rem 0.5rem 0.5rem 1.125rem;
        border-radius: var(--r-3);
        border: 1px solid var(--a-border-ctl);
        background: var(--a-surface);
        box-shadow: var(--shadow-3);
        font-size: 0.875rem;
        & p {
          overflow: hidden;
          text-overflow: ellipsis;
        }
      `}
    >
      <p role="status">{message}</p>
      <Button ref={undo} size="small" onClick={() => void start()} disabled={isBusy}>
        <Undo2 aria-hidden="true" strokeWidth={1.75} /> Undo
      </Button>
      <IconButton aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
