import type { Inquiry, InquiryCounts, InquiryStatus } from '@godhuli/contracts/inquiries';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { matchesSearch } from './inquiry-search.js';

/** The columns that are read, with the names of the API: all except those for search and limits. */
const readInquiries = (db: Kysely<Database>) =>
  db
    .selectFrom('inquiries')
    .select(['id as _id', 'name', 'phone', 'email', 'event_type as eventType', 'event_date as eventDate', 'message'])
    .select(['status', 'notes', 'created_at as createdAt', 'version', 'quarantined']);
export type InquiryRow = Awaited<ReturnType<ReturnType<typeof readInquiries>['executeTakeFirstOrThrow']>>;

/** The studio replies within this time (specification, section 9). */
const REPLY_HOURS = 24;

/** Returns when the reply to an inquiry is due. */
export const replyDueAt = (createdAt: Date) => new Date(createdAt.getTime() + REPLY_HOURS * 3_600_000);

export interface InquiryFilter {
  status?: InquiryStatus;
  type?: Inquiry['eventType'];
  /** search text: words, a phone number or a date */
  q?: string;
  quarantined: boolean;
}

/** A page of a list, which begins after `cursor`. */
export interface InquiryPage {
  /** `due`: inquiries without a reply first, oldest first; then the others, newest first */
  order: 'due' | 'newest';
  cursor?: string;
  limit: number;
}

/** The order `due` as one number. Indexes contain the same expression. */
const DUE_ORDER = sql<string>`(case when status = 'New' then id else 4611686018427387904 - id end)`;

/** Returns one page of inquiries, and the cursor of the next page or null. */
export async function listInquiries(
  db: Kysely<Database>,
  filter: InquiryFilter,
  page: InquiryPage,
): Promise<{ inquiries: Inquiry[]; next: string | null }> {
  const { rows, next } = await listRows(db, filter, page);
  return { inquiries: await present(db, rows), next };
}

/** Returns one page of rows, without their history. */
export async function listRows(
  db: Kysely<Database>,
  filter: InquiryFilter,
  { order, cursor, limit }: InquiryPage,
): Promise<{ rows: InquiryRow[]; next: string | null }> {
  const isDue = order === 'due';
  let query = filtered(db, filter)
    .select(DUE_ORDER.as('dueOrder'))
    .orderBy(isDue ? DUE_ORDER : sql`id`, isDue ? 'asc' : 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) {
    query = query.where(isDue ? sql<boolean>`${DUE_ORDER} > ${cursor}::bigint` : sql<boolean>`id < ${cursor}::bigint`);
  }
  const { rows, next } = pageOf(await query.execute(), limit, (row) => (isDue ? row.dueOrder : row._id));
  return { rows: rows.map(({ dueOrder: _, ...row }) => row), next };
}

/** Counts the inquiries in the inbox by status, and the quarantined ones. */
export async function countInquiries(
  db: Kysely<Database>,
  filter: Pick<InquiryFilter, 'type' | 'q'>,
): Promise<InquiryCounts> {
  const inbox = await filtered(db, { ...filter, quarantined: false })
    .clearSelect()
    .select((of) => ['status', of.fn.countAll<string>().as('count')])
    .groupBy('status')
    .execute();
  const quarantine = await filtered(db, { quarantined: true })
    .clearSelect()
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const counts: InquiryCounts = { New: 0, Responded: 0, Booked: 0, quarantined: Number(quarantine.count) };
  for (const { status, count } of inbox) counts[status] = Number(count);
  return counts;
}

function filtered(db: Kysely<Database>, { status, type, q, quarantined }: InquiryFilter) {
  // A literal, so that the planner can use the partial indexes.
  let rows = readInquiries(db).where('deleted_at', 'is', null).where('quarantined', '=', sql.lit(quarantined));
  if (status) rows = rows.where('status', '=', status);
  if (type) rows = rows.where('event_type', '=', type);
  if (q) rows = rows.where(matchesSearch(q));
  return rows;
}

/** Returns one inquiry and locks it until the transaction ends. */
export async function findInquiry(
  db: Kysely<Database>,
  id: string,
  state: 'shown' | 'deleted' = 'shown',
): Promise<Inquiry | undefined> {
  const rows = await readInquiries(db)
    .where('id', '=', id)
    .where('deleted_at', state === 'shown' ? 'is' : 'is not', null)
    .forUpdate()
    .execute();
  return (await present(db, rows))[0];
}

export async function insertInquiry(db: Kysely<Database>, values: Insertable<Database['inquiries']>): Promise<string> {
  const { id } = await db.insertInto('inquiries').values(values).returning('id').executeTakeFirstOrThrow();
  await addHistory(db, id, 'New', 'Website');
  return id;
}

/** Changes an inquiry and increments its version. */
export async function updateInquiry(
  db: Kysely<Database>,
  id: string,
  values: { status?: InquiryStatus; notes?: string; quarantined?: boolean; deleted?: boolean },
): Promise<void> {
  const { deleted, ...columns } = values;
  await db
    .updateTable('inquiries')
    .set({ version: sql`version + 1`, ...columns })
    .$if(deleted !== undefined, (query) => query.set({ deleted_at: deleted ? sql`now()` : null }))
    .where('id', '=', id)
    .execute();
}

export async function addHistory(
  db: Kysely<Database>,
  id: string,
  status: InquiryStatus,
  by: string,
  isUndo = false,
): Promise<void> {
  await db.insertInto('inquiry_history').values({ inquiry_id: id, status, by, is_undo: isUndo }).execute();
}

/** Marks inquiries as deleted or restores them. @returns the ids that changed */
export async function markDeleted(db: Kysely<Database>, ids: string[], deleted: boolean): Promise<string[]> {
  const rows = await db
    .updateTable('inquiries')
    .set({ version: sql`version + 1`, deleted_at: deleted ? sql`now()` : null })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deleted_at', deleted ? 'is' : 'is not', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What decides whether an inquiry may be erased. */
export interface LockedInquiry {
  id: string;
  version: number;
  /** quarantined or deleted */
  unwanted: boolean;
}

/** Returns the existing inquiries of some ids and locks them until the transaction ends. */
export async function lockInquiries(db: Kysely<Database>, ids: string[]): Promise<LockedInquiry[]> {
  return db
    .selectFrom('inquiries')
    .select(['id', 'version', sql<boolean>`quarantined or deleted_at is not null`.as('unwanted')])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Permanently removes inquiries, locked by the transaction, with their history. @returns the removed ids */
export async function removeInquiries(db: Kysely<Database>, ids: string[]): Promise<string[]> {
  await db.deleteFrom('inquiry_history').where(sql<boolean>`inquiry_id = any(${ids}::bigint[])`).execute();
  await db.deleteFrom('idempotency_keys').where(sql<boolean>`inquiry_id = any(${ids}::bigint[])`).execute();
  const rows = await db
    .deleteFrom('inquiries')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks quarantined inquiries up to `upTo`, at most `limit`. @returns their ids */
export async function quarantinedUpTo(db: Kysely<Database>, upTo: string, limit: number): Promise<string[]> {
  const rows = await filtered(db, { quarantined: true })
    .clearSelect()
    .select('id')
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks inquiries that have been quarantined or deleted for `days`, at most `limit`. Skips those that are locked.
 * @returns their ids
 */
export async function expiredInquiries(db: Kysely<Database>, days: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('inquiries')
    .select('id')
    .where((or) =>
      or.or([
        sql<boolean>`quarantined_at < now() - make_interval(days => ${days})`,
        sql<boolean>`deleted_at < now() - make_interval(days => ${days})`,
      ]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

async function present(db: Kysely<Database>, rows: InquiryRow[]): Promise<Inquiry[]> {
  const history = await historyOf(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    replyDueAt: replyDueAt(row.createdAt).toISOString(),
    history: history.get(row._id) ?? [],
  }));
}

async function historyOf(db: Kysely<Database>, ids: string[]): Promise<Map<string, Inquiry['history']>> {
  const histories = new Map<string, Inquiry['history']>();
  if (ids.length === 0) return histories;
  const rows = await db
    .selectFrom('inquiry_history')
    .selectAll()
    .where(sql<boolean>`inquiry_id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  for (const { inquiry_id, status, at, by, is_undo } of rows) {
    const entries = histories.get(inquiry_id) ?? [];
    entries.push({ status, at: at.toISOString(), by, ...(is_undo && { isUndo: true }) });
    histories.set(inquiry_id, entries);
  }
  return histories;
}
