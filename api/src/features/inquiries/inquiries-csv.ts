import { EVENT_TYPES, replyDueAt } from '@godhuli/contracts/inquiries';
import { HEARD_FROM } from '@godhuli/contracts/inquiry-form';
import { phoneNumbersIn } from '@godhuli/contracts/phone';
import { STUDIO_TIME_ZONE } from '@godhuli/contracts/time-zone';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { currentPool, withPool } from '../../db/pools.js';
import { type InquiryRow, listRows } from './inquiries.queries.js';
import type { InquiryFilter } from './inquiry-list.js';

/** Rows in memory at a time. */
const ROWS_PER_READ = 200;

/** '2026-11-22 21:47' */
const studioTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: STUDIO_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
const typeLabels = new Map<string, string>(EVENT_TYPES.map(({ value, label }) => [value, label]));

const heardFromLabels = new Map<string | null, string>(HEARD_FROM.map(({ value, label }) => [value, label]));

/** When the reply to a new inquiry is due; for a task its day. */
function nextDue({ stage, dueAt }: InquiryRow): string | null {
  if (dueAt === null || stage === 'New') return dueAt && studioTime.format(dueAt);
  return studioTime.format(dueAt).slice(0, 'YYYY-MM-DD'.length);
}

const COLUMNS: [title: string, value: (row: InquiryRow) => string | null][] = [
  ['Id', ({ _id }) => _id],
  [`Received (IST, ${STUDIO_TIME_ZONE})`, ({ createdAt }) => studioTime.format(createdAt)],
  [`Reply due (IST, ${STUDIO_TIME_ZONE})`, ({ createdAt }) => studioTime.format(replyDueAt(createdAt))],
  ['Status', ({ status }) => status],
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ['Photography type', ({ eventType }) => typeLabels.get(eventType) ?? eventType],
  ['Preferred date', ({ eventDate }) => eventDate],
  ['Message', ({ message }) => message],
  ['Notes', ({ notes }) => notes],
  ['Stage', ({ stage }) => stage],
  ['Lost reason', ({ lostReason }) => lostReason],
  ['Owner', ({ ownerName }) => ownerName],
  [`Next due (IST, ${STUDIO_TIME_ZONE})`, nextDue],
  ['Value (rupees)', ({ value }) => (value === null ? null : String(value))],
  ['City', ({ city }) => city],
  ['Source', ({ source }) => source],
  ['Last date', ({ eventEndDate }) => eventEndDate],
  ['Date not fixed', ({ dateUndecided }) => (dateUndecided ? 'yes' : null)],
  ['Heard from', ({ heardFrom }) => heardFromLabels.get(heardFrom) ?? null],
  ['UTM source', ({ utmSource }) => utmSource],
  ['UTM medium', ({ utmMedium }) => utmMedium],
  ['UTM campaign', ({ utmCampaign }) => utmCampaign],
  ['Reference', ({ reference }) => reference],
];

/**
 * Spreadsheets interpret a cell as a formula if it begins with one of these characters, or their full-width forms. Some
 * spreadsheets also split cells at semicolons, tabs or line breaks. Finds the character first and looks back from it: a
 * search from every separator takes the square of a run of line breaks.
 */
const FORMULA = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=(?:^|[;|\t\r\n])[\s"']*)/g;

/** Only phone numbers and separators. */
const PHONES_ONLY = /^[+\d\s()./,;&-]+$/;

const digitsOf = (text: string) => text.replace(/\D/g, '');
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
/** Returns a text of which a spreadsheet reads no part as a formula. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA, "'");
const cell = (value: string | null) => quoted(withoutFormulas(value ?? ''));

/**
 * Formats phone numbers as groups of digits with single spaces, which spreadsheets read as text even after a plus sign. Any
 * other text, also numbers that would lose a digit ('98220 11111 / 12'), becomes a normal cell.
 */
function phoneCell(phone: string | null): string {
  const numbers = phone !== null && PHONES_ONLY.test(phone) ? phoneNumbersIn(phone) : [];
  if (phone === null || numbers.length === 0 || digitsOf(numbers.join('')) !== digitsOf(phone)) return cell(phone);
  return quoted(numbers.map((number) => spaced(number, numbers.length === 1 ? phone : number)).join(', '));
}

/** Formats '+919822011111' and '98220-11111' as '+91 98220 11111'; other numbers as they were grouped, or in fives. */
function spaced(number: string, typed: string): string {
  const plus = number.startsWith('+') ? '+' : '';
  const digits = number.slice(plus.length);
  const mobile = (plus ? /^91([6-9]\d{9})$/ : /^(?:0{0,2}91|0)?([6-9]\d{9})$/).exec(digits)?.[1];
  if (mobile) return `+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`;
  const groups = typed.match(/\d+/g) ?? [];
  const isGrouped = groups.length > 1 && groups.every((group) => group.length <= 8);
  return plus + (isGrouped ? groups.join(' ') : digits.replace(/(?<=\d)(?=(\d{5})+$)/g, ' '));
}

const line = (cells: string[]) => `${cells.join(',')}\r\n`;
const csvLine = (row: InquiryRow) =>
  line(COLUMNS.map(([title, value]) => (title === 'Phone' ? phoneCell : cell)(value(row))));

/**
 * Returns inquiries as CSV (RFC 4180), newest first: UTF-8 with a byte order mark, and no cell is a formula. Reads one page
 * at a time on demand, so memory does not grow with the list. Pages are ordered by id, so separate reads fit together.
 */
export function inquiriesCsv(db: Kysely<Database>, filter: InquiryFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // The stream is read after the handler has returned, outside of its pool.
  const pool = currentPool();
  let cursor: string | undefined;
  let head = `\ufeff${line(COLUMNS.map(([title]) => cell(title)))}`;
  return new ReadableStream(
    {
      async pull(controller) {
        const { rows, next } = await withPool(pool, () =>
          listRows(db, filter, { order: 'newest', cursor, limit: ROWS_PER_READ }),
        );
        controller.enqueue(encoder.encode(head + rows.map(csvLine).join('')));
        head = '';
        cursor = next ?? undefined;
        if (next === null) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
}
