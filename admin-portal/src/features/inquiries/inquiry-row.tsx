import { datesInWords } from '@godhuli/contracts/event-dates';
import type { Inquiry } from '@godhuli/contracts/inquiries';
import { memo } from 'react';
import { eventTypeLabel } from '../../ui/event-type-label';
import { formatAge, formatDay, formatDue, formatNearDay } from '../../ui/format-timestamp';
import { Pill, StatusPill } from '../../ui/pill';
import { type CurrentRow, useIsCurrent } from './current-row';
import { checkbox, row } from './inquiry-row.styles';
import { formatRupees, QUARANTINE_LABELS } from './pipeline-labels';

interface InquiryRowProps {
  inquiry: Inquiry;
  currentRow: CurrentRow;
  /** undefined: the row opens its inquiry instead of selecting it */
  isSelected: boolean | undefined;
  now: Date;
  onSelect(id: string): void;
}

/** One inquiry of the list: its status, its age, the requested date, and whether its reply is overdue. */
export const InquiryRow = memo(function InquiryRow(props: InquiryRowProps) {
  const { inquiry, currentRow, isSelected, now, onSelect } = props;
  const isCurrent = useIsCurrent(currentRow, inquiry._id);
  const isNew = inquiry.status === 'New';
  const isOverdue = inquiry.dueAt !== null && formatDue(inquiry.dueAt, now).isOverdue;
  const isTaskDue = !isNew && inquiry.dueAt !== null && !inquiry.quarantined;
  const facts = [
    inquiry.city,
    inquiry.value !== null && formatRupees(inquiry.value),
    inquiry.ownerName,
    inquiry.source,
    isTaskDue && inquiry.dueAt && `Due ${formatNearDay(inquiry.dueAt, now)}`,
    inquiry.quarantineReason && QUARANTINE_LABELS[inquiry.quarantineReason],
  ].filter(Boolean);
  const dates = datesInWords(inquiry, formatDay);
  const isSelecting = isSelected !== undefined;
  return (
    <button
      type="button"
      data-id={inquiry._id}
      css={row}
      aria-current={(!isSelecting && isCurrent) || undefined}
      aria-pressed={isSelected}
      data-unread={isNew || undefined}
      onClick={() => onSelect(inquiry._id)}
    >
      <span>
        {isSelecting && <span css={checkbox} aria-hidden="true" />}
        <strong>{inquiry.name}</strong>
        <time dateTime={inquiry.createdAt}>{formatAge(inquiry.createdAt, now)}</time>
      </span>
      <span>
        <span>{eventTypeLabel(inquiry.eventType)}</span>
        <span>
          {isOverdue && <Pill variant="bad">Overdue</Pill>}
          <StatusPill status={inquiry.status}>{inquiry.stage === 'Replied' ? undefined : inquiry.stage}</StatusPill>
        </span>
      </span>
      <span>
        {dates && (
          <>
            <span>{inquiry.eventDate ? `For ${dates}` : `Date ${dates.toLowerCase()}`}</span> ·{' '}
          </>
        )}
        {inquiry.message || 'No message'}
      </span>
      {facts.length > 0 && <span data-facts>{facts.join(' · ')}</span>}
    </button>
  );
});
