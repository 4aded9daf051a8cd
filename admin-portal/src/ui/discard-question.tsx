import { Confirm } from './dialog';

interface DiscardQuestionProps {
  detail?: string;
  onDiscard(): void;
  onKeep(): void;
}

/** Asks before a dialog closes that holds unsaved changes. */
export function DiscardQuestion({ detail, onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <Confirm
      question="You have unsaved changes. Discard them?"
      detail={detail}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  );
}
