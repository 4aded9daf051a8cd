import { useEffect, useId, useRef } from 'react';

interface LeaveDialogProps {
  question: string;
  onAnswer(leave: boolean): void;
}

/** Asks before the page is left with unsaved changes; Escape stays. */
export function LeaveDialog({ question, onAnswer }: LeaveDialogProps) {
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
        onAnswer(false);
      }}
    >
      <p id={titleId}>{question}</p>
      <div className="shell-actions">
        <button className="shell-button" type="button" onClick={() => onAnswer(false)}>
          Stay
        </button>
        <button className="shell-button shell-button--line" type="button" onClick={() => onAnswer(true)}>
          Leave
        </button>
      </div>
    </dialog>
  );
}
