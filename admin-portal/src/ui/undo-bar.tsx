import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { Button, IconButton } from './button';
import { moveFocusOnRemoval } from './move-focus-on-removal';
import { reserveSpace } from './reserve-space';
import { undoBarStyles } from './undo-bar.styles';

interface UndoBarProps {
  message: string;
  /** settles when it is done; a failure has been said by then */
  onUndo(): Promise<void>;
  onDismiss(): void;
  /** dismisses it after this time, which pauses while the bar is pointed at or focused; null: it stays */
  offeredMs?: number | null;
}

function barRef(element: HTMLElement | null): () => void {
  const moveFocus = moveFocusOnRemoval(element);
  const releaseSpace = reserveSpace(element, '--undo-space');
  return () => {
    moveFocus();
    releaseSpace();
  };
}

/** Says what was changed and offers to undo it. Without `offeredMs` it takes the focus and stays until it is used or dismissed. */
export function UndoBar({ message, onUndo, onDismiss, offeredMs = null }: UndoBarProps) {
  const undo = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await onUndo();
    setBusy(false);
  };
  const [isHeld, setHeld] = useState(false);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const stays = offeredMs === null;
  useEffect(() => {
    if (stays) undo.current?.focus();
  }, [stays]);
  useEffect(() => {
    if (offeredMs === null || isHeld || isBusy) return;
    const timer = setTimeout(() => dismiss.current(), offeredMs);
    return () => clearTimeout(timer);
  }, [offeredMs, isHeld, isBusy]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds its time
    <div
      ref={barRef}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      css={undoBarStyles}
    >
      <p role="status">{message}</p>
      <Button ref={undo} size="small" onClick={() => void start()} isBusy={isBusy}>
        <Undo2 aria-hidden="true" strokeWidth={1.75} /> Undo
      </Button>
      <IconButton aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden="true" strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}
