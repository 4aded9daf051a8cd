import { EVENT_TYPES } from '@godhuli/contracts/inquiries';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { type InquiryFilter, type InquiryRow, listRows, replyDueAt } from './inquiries.queries.js';
import { STUDIO_TIME_ZONE } from './inquiry-search.js';

/** Rows in memory at a time. */
const ROWS_PER_READ = 200;

/** '2026-11-22 21:47' */
const studioTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: STUDIO_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'short',
});
const typeLabels = new Map<string, string>(EVENT_TYPES.map(({ value, label }) => [value, label]));

const COLUMNS: [title: string, value: (row: InquiryRow) => string | null][] = [
  ['Id', ({ id }) => id],
  [`Received (IST, ${STUDIO_TIME_ZONE})`, ({ created_at }) => studioTime.format(created_at)],
  [`Reply due (IST, ${STUDIO_TIME_ZONE})`, ({ created_at }) => studioTime.format(replyDueAt(created_at))],
  ['Status', ({ status }) => status],
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ['Photography type', ({ event_type }) => typeLabels.get(event_type) ?? event_type],
  ['Preferred date', ({ event_date }) => event_date],
  ['Message', ({ message }) => message],
  ['Notes', ({ notes }) => notes],
];

/**
 * A cell that a spreadsheet would take for a formula begins with one of these, at its start or, in a spreadsheet
 * that splits at semicolons, tabs or line breaks, after one of those; full-width forms count too.
 */
const FORMULA = /(^|[;|\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/**
 * Groups of digits with single spaces between them. Spreadsheets read this as text even after a plus sign: a number
 * has no such spaces, and digits beside digits are no formula.
 */
const SPACED_PHONE = /^\+?\d{1,8}( \d{1,8})+$/;
const PHONE = /^\+?[\d ()./-]+$/;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const cell = (value: string | null) => quoted((value ?? '').replace(FORMULA, "$1$2'"));

function phoneCell(phone: string | null): string {
  const spaced = (phone ?? '').split(/\s*[,;]\s*/).map(spacedPhone);
  return spaced.every((number) => SPACED_PHONE.test(number)) ? quoted(spaced.join(', ')) : cell(phone);
}

/** '+919822011111' and '98220-11111' as '+91 98220 11111': text to a spreadsheet, with nothing before it. */
function spacedPhone(phone: string): string {
  if (!PHONE.test(phone)) return phone;
  const digits = phone.replace(/\D/g, '');
  const isInternational = phone.trim().startsWith('+');
  const national = digits.replace(isInternational ? /^91/ : /^(0{0,2}91(?=\d{10}$)|0+)/, '');
  if (/^[6-9]\d{9}$/.test(national) && (!isInternational || digits.startsWith('91'))) {
    return `+91 ${national.slice(0, 5)} ${national.slice(5)}`;
  }
  const groups = phone.match(/\d+/g) ?? [];
  const isGrouped = groups.length > 1 && groups.every((group) => group.length <= 8);
  const shown = isGrouped ? groups.join(' ') : digits.replace(/(?<=\d)(?=(\d{5})+$)/g, ' ');
  return (isInternational ? '+' : '') + shown;
}

const line = (cells: string[]) => `${cells.join(',')}\r\n`;
const csvLine = (row: InquiryRow) =>
  line(COLUMNS.map(([title, value]) => (title === 'Phone' ? phoneCell : cell)(value(row))));

/**
 * Inquiries as CSV (RFC 4180) that spreadsheets open as text: UTF-8 with a mark, newest first, no cell is a formula.
 * Reads a page at a time when the receiver asks for more, so memory does not grow with the list. The order by id makes
 * the pages fit together although each is a read of its own.
 */
export function inquiriesCsv(db: Kysely<Database>, filter: InquiryFilter): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  let head = `\ufeff${line(COLUMNS.map(([title]) => cell(title)))}`;
  return new ReadableStream(
    {
      async pull(controller) {
        const { rows, next } = await listRows(db, filter, { order: 'newest', cursor, limit: ROWS_PER_READ });
        controller.enqueue(encoder.encode(head + rows.map(csvLine).join('')));
        head = '';
        cursor = next ?? undefined;
        if (next === null) controller.close();
      },
    },
    { highWaterMark: 1 },
  );
}
