import { useEffect, useId, useRef } from 'react';

interface LeaveDialogProps {
  question: string;
  onDecide(leave: boolean): void;
}

/** Asks before the page is left with unsaved changes; Escape stays. */
export function LeaveDialog({ question, onDecide }: LeaveDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="shell-dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onDecide(false);
      }}
    >
      <p id={titleId}>{question}</p>
      <div className="shell-actions">
        <button className="shell-button" type="button" onClick={() => onDecide(false)}>
          Stay
        </button>
        <button className="shell-button shell-button--line" type="button" onClick={() => onDecide(true)}>
          Leave
        </button>
      </div>
    </dialog>
  );
}
