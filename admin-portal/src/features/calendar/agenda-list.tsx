import type { Booking, CalendarDay, CalendarSettings } from '@godhuli/contracts/calendar';
import Plus from 'lucide-react/icons/plus';
import { IconButton } from '../../ui/button';
import { Empty } from '../../ui/empty';
import { formatFullDay } from '../../ui/format-timestamp';
import { Pill } from '../../ui/pill';
import { muted } from '../../ui/text.styles';
import { agenda, entry } from './agenda-list.styles';
import { dayName, daysText, KIND_LABELS, monthName } from './calendar-view';
import { DayFacts, dayText } from './day-facts';

interface AgendaListProps {
  month: string;
  days: readonly CalendarDay[];
  bookings: readonly Booking[];
  settings: CalendarSettings;
  today: string;
  onDay(day: string): void;
  onBooking(booking: Booking): void;
}

/** The days of a month that hold something, with their bookings. */
export function AgendaList({ month, days, bookings, settings, today, onDay, onBooking }: AgendaListProps) {
  const shown = days.filter(
    (day) => day.day.startsWith(month) && (dayText(day) !== '' || bookings.some((booking) => isOn(booking, day.day))),
  );
  if (shown.length === 0)
    return (
      <Empty title="Nothing in this month">
        <p>No bookings, inquiries or muhurat dates in {monthName(month)}.</p>
      </Empty>
    );
  return (
    <ol css={agenda}>
      {shown.map((day) => (
        <li key={day.day}>
          <div>
            <h3 aria-current={day.day === today ? 'date' : undefined}>{formatFullDay(day.day)}</h3>
            <DayFacts facts={day} />
            <IconButton aria-label={`Add booking on ${formatFullDay(day.day)}`} onClick={() => onDay(day.day)}>
              <Plus aria-hidden="true" strokeWidth={1.75} />
            </IconButton>
          </div>
          {dayText(day) && <p css={muted}>{dayText(day).slice(2)}</p>}
          <ul>
            {bookings
              .filter((booking) => isOn(booking, day.day))
              .map((booking) => (
                <li key={booking._id}>
                  <AgendaEntry booking={booking} day={day.day} settings={settings} onOpen={() => onBooking(booking)} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

const isOn = ({ startsOn, endsBefore }: Booking, day: string) => startsOn <= day && day < endsBefore;

interface AgendaEntryProps {
  booking: Booking;
  day: string;
  settings: CalendarSettings;
  onOpen(): void;
}

function AgendaEntry({ booking, day, settings, onOpen }: AgendaEntryProps) {
  const { kind, title, isExpired, cityId, crewId, startsOn, endsBefore, heldUntil } = booking;
  const nameOf = (list: readonly { _id: string; name: string }[], id: string | null) =>
    list.find(({ _id }) => _id === id)?.name;
  const places = [nameOf(settings.cities, cityId), nameOf(settings.crews, crewId)].filter(Boolean).join(', ');
  const ceremonies = booking.ceremonies.filter((each) => each.day === day);
  return (
    <button type="button" css={entry} onClick={onOpen}>
      <strong>{title}</strong>
      <span>
        {places} · {daysText(startsOn, endsBefore)}
      </span>
      {kind === 'hold' && !isExpired && <Pill variant="warning">Hold until {dayName(heldUntil ?? day)}</Pill>}
      {kind === 'hold' && isExpired && <span>Hold ended</span>}
      {kind === 'blocked' && <span>{KIND_LABELS.blocked}</span>}
      {ceremonies.map(({ id, name, startsAt, endsAt, place }) => (
        <span key={id}>
          {startsAt}
          {endsAt ? `–${endsAt}` : ''} {name}
          {place && `, ${place}`}
        </span>
      ))}
    </button>
  );
}
