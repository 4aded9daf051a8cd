import { addDays, type Ceremony, todayInIndia } from '@godhuli/contracts/calendar';
import { useHost } from '../../ui/host-context';

export const VIEWS = ['month', 'agenda', 'year'] as const;
export type View = (typeof VIEWS)[number];

/** What the calendar shows, from the query of its URL. */
export interface CalendarView {
  view: View;
  /** YYYY-MM */
  month: string;
  city: string | null;
  crew: string | null;
  /** the inquiry to book, or null */
  inquiry: string | null;
}

const idOf = (value: string | null) => (value !== null && /^[1-9]\d{0,17}$/.test(value) ? value : null);

/** Reads the view from the URL. @param fallback the view without one */
function viewFromQuery(search: string, fallback: View): CalendarView {
  const query = new URLSearchParams(search);
  const view = VIEWS.find((each) => each === query.get('view')) ?? fallback;
  const month = query.get('month') ?? '';
  return {
    view,
    month: /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : todayInIndia().slice(0, 7),
    city: idOf(query.get('city')),
    crew: idOf(query.get('crew')),
    inquiry: idOf(query.get('inquiry')),
  };
}

/** The view of the URL, and a function that changes parts of it. */
export function useCalendarView(fallback: View): [CalendarView, (change: Partial<CalendarView>) => void] {
  const { basePath, location, navigate } = useHost();
  const current = viewFromQuery(location.search, fallback);
  const change = (parts: Partial<CalendarView>) => {
    const entries = Object.entries({ ...current, ...parts }).filter(([, value]) => value !== null) as [
      string,
      string,
    ][];
    navigate(`${basePath}/dashboard/calendar?${new URLSearchParams(entries)}`, { replace: true });
  };
  return [current, change];
}

/** Returns the month `count` months after a month (YYYY-MM). */
export function addMonths(month: string, count: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, index - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Returns the same day `count` months later, or the last one of a month that does not have it. */
export function sameDayAfter(day: string, count: number): string {
  const month = addMonths(day.slice(0, 7), count);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** Returns the days that a view reads; `to` is exclusive. A month is read with the whole weeks around it. */
export function rangeOf(view: View, month: string): { from: string; to: string } {
  if (view === 'year') return { from: `${month.slice(0, 4)}-01-01`, to: `${Number(month.slice(0, 4)) + 1}-01-01` };
  const first = `${month}-01`;
  const after = `${addMonths(month, 1)}-01`;
  if (view === 'agenda') return { from: first, to: after };
  return { from: addDays(first, -weekdayOf(first)), to: addDays(after, (7 - weekdayOf(after)) % 7) };
}

/** Returns the day of the week; Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Returns the days of the weeks around a month, for a table; null outside the month. */
export function weeksOf(month: string): (string | null)[][] {
  const { from, to } = rangeOf('month', month);
  const weeks: (string | null)[][] = [];
  for (let day = from; day < to; day = addDays(day, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(day, index)).map((each) =>
        each.startsWith(month) ? each : null,
      ),
    );
  return weeks;
}

/** Whether a date field has a whole day: none while it is empty, or has a year of five digits. */
export const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day);

/** Returns ceremonies on days that are `count` days later. */
export const moveCeremonies = <Each extends Pick<Ceremony, 'day'>>(
  ceremonies: readonly Each[],
  count: number,
): Each[] => ceremonies.map((each) => ({ ...each, day: isDay(each.day) ? addDays(each.day, count) : each.day }));

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** 'December 2026' */
export const monthName = (month: string) => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

const dayFormat = new Intl.DateTimeFormat('en-IN', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
/** 'Fri, 4 Dec' */
export const dayName = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** 'Fri, 4 Dec' or 'Fri, 4 Dec to Sun, 6 Dec' */
export const daysText = (startsOn: string, endsBefore: string) => {
  const last = addDays(endsBefore, -1);
  return last === startsOn ? dayName(startsOn) : `${dayName(startsOn)} to ${dayName(last)}`;
};

/** Inquiries of a day at which the heat map is at its darkest. */
export const HOTTEST = 6;

export const KIND_LABELS = { booking: 'Booking', hold: 'Hold', blocked: 'Blocked' } as const;
