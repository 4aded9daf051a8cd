import type { CalendarDay } from '@godhuli/contracts/calendar';
import { dayName, HOTTEST, monthName, weeksOf } from './calendar-view';
import { dayText } from './day-facts';
import { WeekdayRow } from './weekday-row';
import { grid, month as monthStyles } from './year-grid.styles';

interface YearGridProps {
  year: string;
  days: readonly CalendarDay[];
  today: string;
  onMonth(month: string): void;
}

/** A year as twelve small months: the use of each day as its frame, its inquiries as its colour. A month opens. */
export function YearGrid({ year, days, today, onMonth }: YearGridProps) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
  return (
    <div css={grid}>
      {months.map((month) => (
        <section key={month} css={monthStyles} aria-labelledby={`month-${month}`}>
          <h3 id={`month-${month}`}>
            <button type="button" onClick={() => onMonth(month)}>
              {monthName(month)}
            </button>
          </h3>
          <table>
            <WeekdayRow letters={1} />
            <tbody>
              {weeksOf(month).map((week) => (
                <tr key={week.find((day) => day !== null)}>
                  {week.map((day, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its weekday
                    <td key={index}>{day && <YearDay day={day} facts={byDay.get(day)} isToday={day === today} />}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

function YearDay({ day, facts, isToday }: { day: string; facts: CalendarDay | undefined; isToday: boolean }) {
  const text = facts ? dayText(facts) : '';
  const use =
    facts &&
    (facts.isBlocked || (facts.taken > 0 && facts.taken >= facts.capacity)
      ? 'full'
      : facts.taken > 0
        ? 'some'
        : undefined);
  return (
    <span
      data-use={use}
      data-muhurat={facts?.muhurat !== null && facts !== undefined ? true : undefined}
      data-today={isToday || undefined}
      data-inquiries={facts?.inquiries ? Math.min(HOTTEST, facts.inquiries) : undefined}
      title={text ? dayName(day) + text : undefined}
    >
      {Number(day.slice(8))}
      {text && <span>{text}</span>}
    </span>
  );
}
