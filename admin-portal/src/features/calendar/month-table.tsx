import { addDays, type Booking, type CalendarDay } from '@godhuli/contracts/calendar';
import { type DragEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isBrowserKey } from '../../ui/is-browser-key';
import { visuallyHidden } from '../../ui/text.styles';
import { BookingChip } from './booking-chip';
import { dayName, monthName, sameDayAfter, weeksOf } from './calendar-view';
import { DayFacts, dayText } from './day-facts';
import { table } from './month-table.styles';
import { WeekdayRow } from './weekday-row';

/** Further bookings of a day are in the agenda. */
const SHOWN = 3;
const DRAGGED = 'application/x-godhuli-booking';
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTH_STEPS: Readonly<Record<string, number>> = { PageUp: -1, PageDown: 1 };

interface MonthTableProps {
  month: string;
  days: readonly CalendarDay[];
  bookings: readonly Booking[];
  today: string;
  onDay(day: string): void;
  onBooking(booking: Booking): void;
  onMove(booking: Booking, startsOn: string): void;
  onAgenda(): void;
  onMonth(month: string): void;
  /** the day to which a key turned the month: it gets the focus once its month is shown, perhaps by another table */
  turnedTo: RefObject<string | null>;
}

/**
 * A month as a table. Arrow keys move between days, Page Up and Page Down between months, Enter adds a booking. Bookings
 * are buttons of their own; dragging one to a day is a shortcut for its dialog.
 */
export function MonthTable({ month, days, bookings, today, onMonth, turnedTo, ...rest }: MonthTableProps) {
  const frame = useRef<HTMLTableElement>(null);
  // A booking that is moved gets another button, which takes the focus of the former one.
  const focusedBooking = useRef<string | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other bookings may be other buttons
  useEffect(() => {
    const key = focusedBooking.current;
    if (key && document.activeElement === document.body)
      frame.current?.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)?.focus();
  }, [bookings]);
  useEffect(() => {
    const day = turnedTo.current;
    if (!day?.startsWith(month)) return;
    turnedTo.current = null;
    const { activeElement: focused, body } = document;
    // The page has the focus, unless something else was focused while the month was loading.
    if (focused === body || focused?.id === 'main')
      frame.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [month, turnedTo]);
  const first = `${month}-01`;
  const [chosen, setChosen] = useState('');
  // One day is in the tab order: the one that was focused last, else today, else the first.
  const inMonth = [chosen, today, first].find((day) => day.startsWith(month));
  const byDay = new Map(days.map((day) => [day.day, day]));
  const onKeyDown = (event: KeyboardEvent) => {
    const day = (event.target as HTMLElement).dataset.day;
    if (!day || isBrowserKey(event)) return;
    const step = STEPS[event.key];
    const months = MONTH_STEPS[event.key];
    if (step === undefined && months === undefined) return;
    event.preventDefault();
    const next = months === undefined ? addDays(day, step ?? 0) : sameDayAfter(day, months);
    if (next.startsWith(month)) return frame.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
    turnedTo.current = next;
    onMonth(next.slice(0, 7));
  };
  return (
    // Positioned, so that hidden names scroll with it instead of widening the page.
    <div css={{ overflowX: 'auto', position: 'relative' }} tabIndex={-1}>
      <table
        ref={frame}
        css={table}
        onKeyDown={onKeyDown}
        onFocus={(event) => {
          const { day, focusKey } = (event.target as HTMLElement).dataset;
          if (day) setChosen(day);
          focusedBooking.current = focusKey;
        }}
        onBlur={({ relatedTarget }) => {
          if (relatedTarget && !relatedTarget.closest('dialog')) focusedBooking.current = undefined;
        }}
      >
        <caption css={visuallyHidden}>{monthName(month)}. Arrow keys move between days.</caption>
        <WeekdayRow letters={3} />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, index) =>
                day === null ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its weekday
                  <td key={index} />
                ) : (
                  <DayCell
                    key={day}
                    day={day}
                    facts={byDay.get(day)}
                    bookings={bookings.filter(({ startsOn, endsBefore }) => startsOn <= day && day < endsBefore)}
                    isToday={day === today}
                    isInTabOrder={day === inMonth}
                    all={bookings}
                    {...rest}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps extends Pick<MonthTableProps, 'onDay' | 'onBooking' | 'onMove' | 'onAgenda'> {
  day: string;
  facts: CalendarDay | undefined;
  bookings: readonly Booking[];
  all: readonly Booking[];
  isToday: boolean;
  isInTabOrder: boolean;
}

function DayCell({
  day,
  facts,
  bookings,
  all,
  isToday,
  isInTabOrder,
  onDay,
  onBooking,
  onMove,
  onAgenda,
}: DayCellProps) {
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) => event.dataTransfer.types.includes(DRAGGED);
  return (
    <td
      data-over={isOver || undefined}
      data-full={facts && facts.taken > 0 && facts.taken >= facts.capacity ? true : undefined}
      onDragOver={(event) => {
        if (!takes(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const [id, grabbed] = event.dataTransfer.getData(DRAGGED).split(' ');
        const booking = all.find(({ _id }) => _id === id);
        if (!booking || !grabbed) return;
        event.preventDefault();
        // It moves as far as the day by which it was grabbed.
        const distance = Math.round((Date.parse(day) - Date.parse(grabbed)) / 86_400_000);
        if (distance !== 0) onMove(booking, addDays(booking.startsOn, distance));
      }}
    >
      <button
        type="button"
        data-day={day}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={isInTabOrder ? 0 : -1}
        onClick={() => onDay(day)}
      >
        <span aria-hidden="true">{Number(day.slice(8))}</span>
        {facts && <DayFacts facts={facts} />}
        <span css={visuallyHidden}>{`${dayName(day)}${facts ? dayText(facts) : ''}. Add booking`}</span>
      </button>
      <ul>
        {bookings.slice(0, SHOWN).map((booking) => (
          <li
            key={booking._id}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAGGED, `${booking._id} ${day}`);
              event.dataTransfer.effectAllowed = 'move';
            }}
          >
            <BookingChip booking={booking} onOpen={() => onBooking(booking)} />
          </li>
        ))}
      </ul>
      {bookings.length > SHOWN && (
        <button
          type="button"
          data-more
          onClick={onAgenda}
          aria-label={`${bookings.length - SHOWN} more on ${dayName(day)}`}
        >
          {bookings.length - SHOWN} more
        </button>
      )}
    </td>
  );
}
