import type { CalendarDay } from '@godhuli/contracts/calendar';
import Sparkle from 'lucide-react/icons/sparkle';
import { HOTTEST } from './calendar-view';
import { heat, load, muhuratMark } from './day-facts.styles';

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** What a day holds, for its label: ', 2 of 2 booked, 3 inquiries, muhurat'. */
export function dayText({ taken, capacity, isBlocked, inquiries, muhurat }: CalendarDay): string {
  return [
    isBlocked && 'blocked',
    taken > 0 && `${taken} of ${capacity} booked`,
    inquiries > 0 && plural(inquiries, 'inquiry', 'inquiries'),
    muhurat !== null && `muhurat ${muhurat}`.trim(),
  ]
    .filter(Boolean)
    .map((text) => `, ${text}`)
    .join('');
}

/** Bookings, inquiries and muhurat of a day, as marks. Their text is in the label of the day. */
export function DayFacts({ facts: { taken, capacity, isBlocked, inquiries, muhurat } }: { facts: CalendarDay }) {
  return (
    <span aria-hidden="true" css={{ display: 'flex', gap: '.25rem', alignItems: 'center', marginLeft: 'auto' }}>
      {muhurat !== null && (
        <span css={muhuratMark} title={`Muhurat ${muhurat}`}>
          <Sparkle strokeWidth={1.75} />
        </span>
      )}
      {inquiries > 0 && (
        <span
          css={heat}
          style={{ '--heat': `${Math.min(1, inquiries / HOTTEST) * 100}%` } as object}
          title={plural(inquiries, 'inquiry', 'inquiries')}
        >
          {inquiries}
        </span>
      )}
      {isBlocked ? <span css={load}>Blocked</span> : taken > 0 && <span css={load}>{`${taken}/${capacity}`}</span>}
    </span>
  );
}
