import { useId } from 'react';

interface LeaveDialogProps {
  question: string;
  onDecide(leave: boolean): void;
}

/** Shows the dialog. Closed before it is removed, it gives the focus back to where it was. */
function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}

/** Asks before the page is left with unsaved changes; Escape stays. */
export function LeaveDialog({ question, onDecide }: LeaveDialogProps) {
  const titleId = useId();
  return (
    <dialog
      ref={openModal}
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
