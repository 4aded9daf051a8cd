import { addDays, type Ceremony, daysBetween, MAX_DAYS, MAX_IMPORT_EVENTS } from '@godhuli/contracts/calendar';
import { dateSchema } from '@godhuli/contracts/text';
import { PRODUCT } from './ics-feed.js';
import { type ContentLine, contentLines, unescapeText } from './ics-text.js';

/** An event of a calendar file as a booking. */
export interface FileEvent {
  /** where it begins in the file */
  line: number;
  uid: string;
  title: string;
  startsOn: string;
  endsBefore: string;
  ceremonies: Ceremony[];
  isCancelled: boolean;
  /** whether it is of our own subscription */
  isOurs: boolean;
}

export interface LineError {
  line: number;
  message: string;
}

const INDIA_AHEAD_MS = 330 * 60_000;
/** Names of Indian Standard Time in calendar files. */
const INDIAN_ZONES = /^(Asia\/(Kolkata|Calcutta)|India Standard Time|IST)$/i;
const MAX_TITLE = 160;
const MAX_CEREMONY_NAME = 120;
const MAX_PLACE = 200;

/** Reads the events of an iCalendar file. Each event is read as a whole or is an error, which names its line. */
export function readIcs(file: string): { events: FileEvent[]; errors: LineError[] } {
  const lines = contentLines(file);
  const [first] = lines;
  if (first?.name !== 'BEGIN' || first.value.trim().toUpperCase() !== 'VCALENDAR')
    return { events: [], errors: [{ line: 1, message: 'This file is not an iCalendar file (.ics).' }] };
  const isOurs = lines.some(({ name, value }) => name === 'PRODID' && value.trim() === PRODUCT);
  const events: FileEvent[] = [];
  const errors: LineError[] = [];
  const seen = new Set<string>();
  for (const { begin, own } of eventBlocks(lines, errors)) {
    if (events.length >= MAX_IMPORT_EVENTS) {
      const message = `A file may have at most ${MAX_IMPORT_EVENTS} events. Those from line ${begin} on are not imported.`;
      errors.push({ line: 1, message });
      break;
    }
    const event = readEvent(begin, own, errors, isOurs);
    if (!event) continue;
    if (seen.has(event.uid))
      errors.push({ line: begin, message: 'An event with the same UID is already in this file.' });
    else events.push(event);
    seen.add(event.uid);
  }
  return { events, errors };
}

/** Returns the lines of each event, without those of alarms inside it. */
function eventBlocks(lines: readonly ContentLine[], errors: LineError[]) {
  const blocks: { begin: number; own: ContentLine[] }[] = [];
  const open: string[] = [];
  let block: { begin: number; own: ContentLine[] } | undefined;
  for (const each of lines) {
    const kind = each.value.trim().toUpperCase();
    if (each.name === '') errors.push({ line: each.line, message: 'This line is not part of an iCalendar file.' });
    else if (each.name === 'BEGIN') {
      open.push(kind);
      if (kind === 'VEVENT') block = { begin: each.line, own: [] };
    } else if (each.name === 'END') {
      if (open.pop() !== kind) return end(each.line, `END:${kind} has no BEGIN:${kind}.`);
      if (kind === 'VEVENT' && block) blocks.push(block);
      if (kind === 'VEVENT') block = undefined;
    } else if (block && open.at(-1) === 'VEVENT') block.own.push(each);
  }
  if (open.length > 0) errors.push({ line: lines.at(-1)?.line ?? 1, message: 'The file ends too early.' });
  return blocks;

  function end(line: number, message: string) {
    errors.push({ line, message });
    return blocks;
  }
}

/** @returns undefined after adding an error */
function readEvent(
  begin: number,
  own: readonly ContentLine[],
  errors: LineError[],
  isInOurs: boolean,
): FileEvent | undefined {
  const find = (name: string) => own.find((each) => each.name === name);
  const fail = (message: string, at: ContentLine | undefined = undefined) => {
    errors.push({ line: at?.line ?? begin, message });
    return undefined;
  };
  const [uid, from, to] = [find('UID'), find('DTSTART'), find('DTEND')];
  if (!uid || uid.value.trim() === '') return fail('This event has no UID.');
  if (uid.value.length > 255) return fail('This UID is too long.', uid);
  const repeat = find('RRULE') ?? find('RDATE');
  if (repeat) return fail('Repeating events cannot be imported. Please add each date as an event.', repeat);
  if (!from) return fail('This event has no start (DTSTART).');
  const start = readTime(from);
  if (!start) return fail(TIME_ERROR, from);
  const end = to ? readTime(to) : undefined;
  if (to && !end) return fail(TIME_ERROR, to);
  const endsBefore = lastDay(start, end, find('DURATION')?.value);
  if (endsBefore === undefined) return fail('This duration cannot be read.', find('DURATION'));
  if (endsBefore <= start.day) return fail('This event ends before it begins.', to);
  // Other programs keep the UIDs of a subscription.
  const isOurs = isInOurs || uid.value.trim().endsWith('@godhuli');
  if (!isOurs && daysBetween(start.day, endsBefore) > MAX_DAYS.booking) {
    return fail(`An event may have at most ${MAX_DAYS.booking} days.`, to ?? from);
  }
  const title = cleaned(find('SUMMARY')?.value ?? '');
  if (title === '') return fail('This event has no title (SUMMARY).');
  const place = cleaned(find('LOCATION')?.value ?? '', MAX_PLACE);
  const isTimed = start.clock !== null;
  // A ceremony ends within a day; a longer event has no end here.
  const isWithinADay = end && `${end.day} ${end.clock}` <= `${addDays(start.day, 1)} ${start.clock}`;
  const endsAt = isWithinADay ? end.clock : null;
  const ceremony = { name: cut(title, MAX_CEREMONY_NAME), day: start.day, startsAt: start.clock ?? '', endsAt, place };
  return {
    line: begin,
    uid: uid.value.trim(),
    title,
    startsOn: start.day,
    endsBefore,
    ceremonies: isTimed ? [ceremony] : [],
    isCancelled: find('STATUS')?.value.trim().toUpperCase() === 'CANCELLED',
    isOurs,
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const CONTROL = /[\u0000-\u001f\u007f\p{Surrogate}]+/gu;

const cleaned = (value: string, max = MAX_TITLE) => cut(unescapeText(value).replace(CONTROL, ' ').trim(), max);

/** Cuts a text to a length, and leaves out half an emoji at its end, which the database refuses. */
const cut = (value: string, max: number) =>
  value
    .slice(0, max)
    .replace(/\p{Surrogate}$/u, '')
    .trim();

const TIME_ERROR = 'Please use a date (20261201), a time in UTC (20261201T043000Z) or a time in India.';

/** Returns day and clock in India; the clock is null for a date. */
function readTime({ value, parameters }: ContentLine): { day: string; clock: string | null } | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)[0-5]\d(Z?))?$/.exec(value.trim());
  if (!parts) return undefined;
  const [, year, month, date, hour, minute, zone] = parts;
  const day = `${year}-${month}-${date}`;
  if (!dateSchema.safeParse(day).success) return undefined;
  if (hour === undefined) return { day, clock: null };
  if (zone === 'Z') {
    const inIndia = new Date(Date.parse(`${day}T${hour}:${minute}:00Z`) + INDIA_AHEAD_MS).toISOString();
    return { day: inIndia.slice(0, 10), clock: inIndia.slice(11, 16) };
  }
  // Without a zone it is the time at the place of the event.
  if (parameters.TZID !== undefined && !INDIAN_ZONES.test(parameters.TZID)) return undefined;
  return { day, clock: `${hour}:${minute}` };
}

/** Returns the day after the last one. A date is exclusive; a time ends on its own day, at midnight on the day before. */
function lastDay(
  start: { day: string; clock: string | null },
  end: { day: string; clock: string | null } | undefined,
  duration: string | undefined,
): string | undefined {
  if (end) {
    if (end.clock === null) return end.day;
    const endsAtMidnight = end.clock === '00:00' && end.day > start.day;
    const isReversed = end.day === start.day && start.clock !== null && end.clock < start.clock;
    return isReversed ? start.day : addDays(end.day, endsAtMidnight ? 0 : 1);
  }
  if (duration === undefined) return addDays(start.day, 1);
  const parts = /^\+?P(?:(\d{1,2})W|(?:(\d{1,3})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?(?:\d{1,6}S)?)?)$/.exec(
    duration.trim(),
  );
  if (!parts) return undefined;
  const [, weeks = 0, days = 0, hours = 0, minutes = 0] = parts
    .map(Number)
    .map((part) => (Number.isNaN(part) ? 0 : part));
  const whole = weeks * 7 + days;
  if (start.clock === null) return addDays(start.day, Math.max(1, whole));
  const [hour = 0, minute = 0] = start.clock.split(':').map(Number);
  const total = whole * 1440 + hour * 60 + minute + hours * 60 + minutes;
  return addDays(start.day, Math.max(1, Math.ceil(total / 1440)));
}
