import { addDays, type Ceremony } from '@godhuli/contracts/calendar';
import { STUDIO_TIME_ZONE } from '@godhuli/contracts/time-zone';
import { escapeText, fold } from './ics-text.js';

/** What a calendar program may know of a booking: no contact details and no notes. */
export interface FeedBooking {
  uid: string;
  kind: 'booking' | 'hold' | 'blocked';
  title: string;
  city: string;
  crew: string | null;
  starts_on: string;
  ends_before: string;
  ceremonies: Required<Ceremony>[];
  version: number;
  created_at: Date;
  updated_at: Date;
  isCancelled: boolean;
}

/** The program that made a file; an import recognises our own by it. */
export const PRODUCT = '-//Godhuli//Calendar//EN';
/** How often calendar programs should read the file again. Google reads it only every 8 to 24 hours anyway. */
const REFRESH = 'PT1H';
const STATUSES = { booking: 'CONFIRMED', hold: 'TENTATIVE', blocked: 'CONFIRMED' } as const;
const PREFIXES = { booking: '', hold: 'Hold: ', blocked: 'Blocked: ' } as const;
/** A ceremony without an end takes this time. */
const DEFAULT_MINUTES = 120;

const dateValue = (day: string) => day.replaceAll('-', '');
const timeValue = (time: Date) => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
/** Returns the time of a clock in India. India has no summer time. */
const timeInIndia = (day: string, clock: string) => new Date(`${day}T${clock}:00+05:30`);

/**
 * Returns bookings as an iCalendar file (RFC 5545): each booking is an all-day event whose end is exclusive, and each ceremony
 * an event with times in UTC, so that no time zone has to be described.
 */
export function icsOf(name: string, bookings: readonly FeedBooking[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${STUDIO_TIME_ZONE}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...bookings.flatMap(eventsOf),
    'END:VCALENDAR',
  ];
  return lines.map(fold).join('');
}

function eventsOf(booking: FeedBooking): string[] {
  const { uid, kind, title, city, crew, starts_on, ends_before, ceremonies } = booking;
  const place = crew === null ? city : `${city}, ${crew}`;
  const whole = event(booking, uid, [
    `DTSTART;VALUE=DATE:${dateValue(starts_on)}`,
    `DTEND;VALUE=DATE:${dateValue(ends_before)}`,
    `SUMMARY:${escapeText(PREFIXES[kind] + title)}`,
    `LOCATION:${escapeText(place)}`,
    // A day is not busy for other programs only because a wedding is on it.
    'TRANSP:TRANSPARENT',
  ]);
  const parts = ceremonies.map((ceremony) => {
    const start = timeInIndia(ceremony.day, ceremony.startsAt);
    return event(booking, `${ceremony.id}-${uid}`, [
      `DTSTART:${timeValue(start)}`,
      `DTEND:${timeValue(endOf(ceremony, start))}`,
      `SUMMARY:${escapeText(`${ceremony.name}: ${title}`)}`,
      `LOCATION:${escapeText(ceremony.place || place)}`,
    ]);
  });
  return [...whole, ...parts.flat()];
}

function event(booking: FeedBooking, uid: string, lines: string[]): string[] {
  const { kind, version, created_at, updated_at, isCancelled } = booking;
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SEQUENCE:${version - 1}`,
    `DTSTAMP:${timeValue(updated_at)}`,
    `CREATED:${timeValue(created_at)}`,
    `LAST-MODIFIED:${timeValue(updated_at)}`,
    ...lines,
    `STATUS:${isCancelled ? 'CANCELLED' : STATUSES[kind]}`,
    'END:VEVENT',
  ];
}

function endOf({ day, startsAt, endsAt }: Ceremony, start: Date): Date {
  if (endsAt === null) return new Date(start.getTime() + DEFAULT_MINUTES * 60_000);
  // An end that is not later on the clock is after midnight.
  return timeInIndia(endsAt > startsAt ? day : addDays(day, 1), endsAt);
}
