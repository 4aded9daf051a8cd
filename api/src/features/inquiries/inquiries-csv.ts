import type { Inquiry } from '@godhuli/contracts/inquiries';

const COLUMNS: [title: string, value: (inquiry: Inquiry) => string | null][] = [
  ['Id', ({ _id }) => _id],
  ['Received', ({ createdAt }) => createdAt],
  ['Reply due', ({ replyDueAt }) => replyDueAt],
  ['Status', ({ status }) => status],
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ['Photography type', ({ eventType }) => eventType],
  ['Preferred date', ({ eventDate }) => eventDate],
  ['Message', ({ message }) => message],
  ['Notes', ({ notes }) => notes],
];

/**
 * A cell that a spreadsheet would take for a formula begins with one of these, at its start or, in a spreadsheet
 * that splits at semicolons, tabs or line breaks, after one of those; full-width forms count too.
 */
const FORMULA = /(^|[;|\t\r\n])([\s"']*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

const cell = (value: string | null) => `"${(value ?? '').replace(FORMULA, "$1$2'").replaceAll('"', '""')}"`;

/** Inquiries as CSV (RFC 4180) that spreadsheets open as text: UTF-8 with a mark, no cell is a formula. */
export function inquiriesCsv(inquiries: Inquiry[]): string {
  const titles = COLUMNS.map(([title]) => cell(title));
  const rows = inquiries.map((inquiry) => COLUMNS.map(([, value]) => cell(value(inquiry))));
  return `\ufeff${[titles, ...rows].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}
