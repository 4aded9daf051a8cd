import type { Inquiry } from '@godhuli/contracts/inquiries';
import { formatCount } from '../../ui/format-size';

/** A deletion that waits to be confirmed. */
export type Deletion =
  | { kind: 'inquiries'; inquiries: readonly Inquiry[]; permanently: boolean; hasUnsavedNotes: boolean }
  | { kind: 'all-spam'; upTo: string; count: number };

/** The question before inquiries are deleted. */
export function deletionQuestion(deletion: Deletion): { question: string; detail: string; confirmLabel: string } {
  if (deletion.kind === 'all-spam') {
    return {
      question: 'Delete all likely spam permanently?',
      detail: `${formatCount(deletion.count, 'inquiry', 'inquiries')} cannot be restored afterwards.`,
      confirmLabel: 'Delete permanently',
    };
  }
  const { inquiries, permanently, hasUnsavedNotes } = deletion;
  const isOne = inquiries.length === 1;
  const these = isOne ? 'this inquiry' : 'these inquiries';
  const what = isOne ? `The inquiry from ${inquiries[0]?.name}` : formatCount(inquiries.length, 'inquiry', 'inquiries');
  if (permanently) {
    return {
      question: `Delete ${these} permanently?`,
      detail: `${what} cannot be restored afterwards.${hasUnsavedNotes ? ' Notes that are not saved are lost too.' : ''}`,
      confirmLabel: 'Delete permanently',
    };
  }
  return {
    question: `Are you sure you want to delete ${these}?`,
    detail: `${what} will be removed from the inbox. You can undo this, and restore it from Deleted for 30 days.${hasUnsavedNotes ? ' Typed notes are saved first.' : ''}`,
    confirmLabel: 'Delete',
  };
}
