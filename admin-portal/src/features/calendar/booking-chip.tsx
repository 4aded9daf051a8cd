import type { Booking } from '@godhuli/contracts/calendar';
import { visuallyHidden } from '../../ui/text.styles';
import { chip } from './booking-chip.styles';
import { daysText, KIND_LABELS } from './calendar-view';

/** A booking in the month; opens it. */
export function BookingChip({ booking, onOpen }: { booking: Booking; onOpen(): void }) {
  const { kind, title, isExpired, startsOn, endsBefore } = booking;
  const state = isExpired ? 'Ended hold' : KIND_LABELS[kind];
  return (
    <button
      type="button"
      css={chip}
      data-focus-key={`booking-${booking._id}`}
      data-kind={isExpired ? 'ended' : kind}
      title={title}
      onClick={onOpen}
    >
      <span aria-hidden="true">
        {kind !== 'booking' && <em>{state}</em>} {title}
      </span>
      <span css={visuallyHidden}>{`${title}, ${state.toLowerCase()}, ${daysText(startsOn, endsBefore)}`}</span>
    </button>
  );
}
