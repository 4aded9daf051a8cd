import type { DUE_FILTERS, Inquiry, InquiryOrder, InquiryStage, InquiryStatus } from '@godhuli/contracts/inquiries';
import { isDay } from '@godhuli/contracts/text';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { TODAY_ENDS } from '../../db/today.js';
import { BadInput } from '../../http/errors.js';

export interface InquiryFilter {
  status?: InquiryStatus;
  stage?: InquiryStage;
  type?: Inquiry['eventType'];
  /** search text: words, a phone number or a date */
  q?: string;
  /** id of a user, or 'none' */
  owner?: string;
  due?: (typeof DUE_FILTERS)[number];
  source?: string;
  /** first and last requested date, YYYY-MM-DD; a range matches when one of its days does */
  from?: string;
  to?: string;
  quarantined: boolean;
}

/** A page of a list, which begins after `cursor`. */
export interface InquiryPage {
  order: InquiryOrder;
  cursor?: string;
  limit: number;
}

interface Order {
  /** the expression of an index, and its type */
  key: RawBuilder<unknown>;
  type: 'bigint' | 'date' | 'text';
  direction: 'asc' | 'desc';
}

/** The orders of the list; each has an index. Inquiries with nothing due, no date or no value are last. */
const ORDERS: Record<Exclude<InquiryOrder, 'newest'>, Order> = {
  due: { key: sql`due_order`, type: 'bigint', direction: 'asc' },
  'event-date': { key: sql`coalesce(event_date, date '9999-12-31')`, type: 'date', direction: 'asc' },
  value: { key: sql`coalesce(value, -1)`, type: 'bigint', direction: 'desc' },
  name: { key: sql`name_key collate "C"`, type: 'text', direction: 'asc' },
};
const NEWEST: Order = { key: sql`inquiries.id`, type: 'bigint', direction: 'desc' };
const orderOf = (order: InquiryOrder) => (order === 'newest' ? NEWEST : ORDERS[order]);

/** Returns the key of a row in an order, for `cursorOf`. */
export const orderKey = (order: InquiryOrder) => sql<string>`(${orderOf(order).key})::text`;

/** Returns the cursor of the page after a row. */
export const cursorOf = ({ _id, orderKey: key }: { _id: string; orderKey: string }) =>
  Buffer.from(JSON.stringify([key, _id])).toString('base64url');

const IS_KEY: Record<Order['type'], (key: string) => boolean> = {
  bigint: (key) => /^-?\d{1,18}$|^[1-4]\d{18}$/.test(key),
  date: isDay,
  text: (key) => /^[^\0]{0,200}$/su.test(key),
};

/** Sorts a query and starts it after the cursor. @throws BadInput when the cursor is not one of this order */
export function sorted<DB, T extends keyof DB, O>(
  query: SelectQueryBuilder<DB, T, O>,
  { order, cursor }: Pick<InquiryPage, 'order' | 'cursor'>,
) {
  const { key, type, direction } = orderOf(order);
  const ordered = query.orderBy(key, direction).orderBy(sql`inquiries.id`, direction);
  if (cursor === undefined) return ordered;
  const [from, id] = readCursor(cursor, IS_KEY[type]);
  const collation = type === 'text' ? sql` collate "C"` : sql``;
  const after = sql`(${from}::${sql.raw(type)}${collation}, ${id}::bigint)`;
  return ordered.where(sql<boolean>`(${key}, inquiries.id) ${sql.raw(direction === 'asc' ? '>' : '<')} ${after}`);
}

function readCursor(cursor: string, isKey: (key: string) => boolean): [key: string, id: string] {
  try {
    const [key, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (typeof key === 'string' && typeof id === 'string' && isKey(key) && /^\d{1,18}$/.test(id)) return [key, id];
  } catch {
    // Not one of our cursors.
  }
  throw new BadInput([{ field: 'cursor', message: 'Invalid cursor.' }]);
}

const DUE: Record<NonNullable<InquiryFilter['due']>, RawBuilder<boolean>> = {
  overdue: sql<boolean>`due_at < now()`,
  today: sql<boolean>`due_at < ${TODAY_ENDS}`,
  week: sql<boolean>`due_at < now() + interval '7 days'`,
  none: sql<boolean>`due_at is null`,
};

/** Returns the conditions of a filter, except the search. */
export function conditionsOf({ status, stage, type, owner, due, source, from, to, quarantined }: InquiryFilter) {
  return [
    sql<boolean>`deleted_at is null`,
    // A literal, so that the planner can use the partial indexes.
    sql<boolean>`quarantined = ${sql.lit(quarantined)}`,
    ...(status ? [sql<boolean>`status = ${status}`] : []),
    ...(stage ? [sql<boolean>`stage = ${stage}`] : []),
    ...(type ? [sql<boolean>`event_type = ${type}`] : []),
    ...(owner === 'none' ? [sql<boolean>`owner_id is null`] : []),
    ...(owner && owner !== 'none' ? [sql<boolean>`owner_id = ${owner}::bigint`] : []),
    ...(due ? [DUE[due]] : []),
    ...(source ? [sql<boolean>`source = ${source}`] : []),
    ...(from ? [sql<boolean>`coalesce(event_end_date, event_date) >= ${from}::date`] : []),
    ...(to ? [sql<boolean>`event_date <= ${to}::date`] : []),
  ];
}
