import { STUDIO_TIME_ZONE } from '@godhuli/contracts/time-zone';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns a format that is created at its first use: the first one of a page takes the browser 20 ms. */
function formatIn(locale: string, options: Intl.DateTimeFormatOptions = {}) {
  let created: Intl.DateTimeFormat | undefined;
  return {
    format(date: Date): string {
      created ??= new Intl.DateTimeFormat(locale, { timeZone: STUDIO_TIME_ZONE, ...options });
      return created.format(date);
    },
  };
}

const dayKey = formatIn('en-CA');
const time = formatIn('en-IN', { hour: 'numeric', minute: '2-digit' });
const weekday = formatIn('en-IN', { weekday: 'short' });
const shortDay = formatIn('en-IN', { day: 'numeric', month: 'short' });
const dayWithYear = formatIn('en-IN', { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = formatIn('en-IN', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

const daysBetween = (from: Date, to: Date) =>
  Math.round((Date.parse(dayKey.format(to)) - Date.parse(dayKey.format(from))) / DAY_MS);

/** 'Saturday, 21 November 2026' */
export const formatLongDay = (timestamp: Date | string) => longDay.format(new Date(timestamp));

/** A calendar day (`YYYY-MM-DD`), e.g. '14 Feb 2027'. */
export const formatDay = (day: string) => dayWithYear.format(new Date(`${day}T12:00:00+05:30`));

/** A calendar day in full, e.g. 'Sunday, 14 February 2027'. */
export const formatFullDay = (day: string) => longDay.format(new Date(`${day}T12:00:00+05:30`));

/** The day of a timestamp: 'today', 'tomorrow', '16 Nov 2026' */
export function formatNearDay(timestamp: string, now: Date): string {
  const date = new Date(timestamp);
  return { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' }[daysBetween(now, date)] ?? dayWithYear.format(date);
}

/** 'today at 9:12 am', 'tomorrow at 9:12 am', '16 Nov 2026 at 9:12 am' */
export const formatTimestamp = (timestamp: string, now: Date) =>
  `${formatNearDay(timestamp, now)} at ${time.format(new Date(timestamp))}`;

/** How long ago, in as few letters as a list has room for: '12 min', '2 h', 'Fri', '16 Nov'. */
export function formatAge(timestamp: string, now: Date): string {
  const date = new Date(timestamp);
  const age = now.getTime() - date.getTime();
  if (age < 60_000) return 'Now';
  if (age < HOUR_MS) return `${Math.floor(age / 60_000)} min`;
  if (age < 12 * HOUR_MS || daysBetween(date, now) === 0) return `${Math.floor(age / HOUR_MS)} h`;
  if (daysBetween(date, now) < 7) return weekday.format(date);
  return shortDay.format(date);
}

/** How much time is left or was missed: '3 h left', 'overdue by 2 d'. */
export function formatDue(due: string, now: Date): { text: string; isOverdue: boolean } {
  const left = Date.parse(due) - now.getTime();
  const size = Math.abs(left);
  const duration =
    size < HOUR_MS
      ? `${Math.max(1, Math.floor(size / 60_000))} min`
      : size < 2 * DAY_MS
        ? `${Math.floor(size / HOUR_MS)} h`
        : `${Math.floor(size / DAY_MS)} days`;
  return left < 0
    ? { text: `Overdue by ${duration}`, isOverdue: true }
    : { text: `${duration} left`, isOverdue: false };
}
