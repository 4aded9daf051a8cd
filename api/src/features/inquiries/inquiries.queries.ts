import {
  type DeletedInquiry,
  type Inquiry,
  type InquiryCounts,
  type InquiryOwner,
  type InquiryReceipt,
  type InquiryStage,
  type InquiryStatus,
  type InquiryUpdate,
  type LostReason,
  replyDueAt,
} from '@godhuli/contracts/inquiries';
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { conditionsOf, cursorOf, type InquiryFilter, type InquiryPage, orderKey, sorted } from './inquiry-list.js';
import { searchCondition } from './inquiry-search.js';
import { RETENTION_DAYS } from './remove-inquiries.js';

/** The columns that are read, with the names of the API: all except those for search, order and limits. */
const readInquiries = (db: Kysely<Database>) =>
  db
    .selectFrom('inquiries')
    .select(['id as _id', 'reference', 'name', 'phone', 'email', 'message'])
    .select(['event_type as eventType', 'event_date as eventDate'])
    .select(['event_end_date as eventEndDate', 'date_undecided as dateUndecided', 'heard_from as heardFrom'])
    .select(['utm_source as utmSource', 'utm_medium as utmMedium', 'utm_campaign as utmCampaign'])
    .select(['status', 'notes', 'created_at as createdAt', 'version', 'quarantined', 'stage', 'city', 'source'])
    .select(['lost_reason as lostReason', 'owner_id as ownerId', 'due_at as dueAt'])
    .select(['quarantine_reason as quarantineReason', 'client_id as clientId'])
    .select(sql<number | null>`value::int`.as('value'))
    .select(sql<string | null>`(select users.name from users where users.id = owner_id)`.as('ownerName'));
export type InquiryRow = Awaited<ReturnType<ReturnType<typeof readInquiries>['executeTakeFirstOrThrow']>>;

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
  const query = (await filtered(db, filter)).select(orderKey(order).as('orderKey')).limit(limit + 1);
  const { rows, next } = pageOf(await sorted(query, { order, cursor }).execute(), limit, cursorOf);
  return { rows: rows.map(({ orderKey: _, ...row }) => row), next };
}

/** Counts the inquiries in the inbox by status and stage, and the quarantined ones. */
export async function countInquiries(
  db: Kysely<Database>,
  filter: Omit<InquiryFilter, 'status' | 'stage' | 'quarantined'>,
): Promise<InquiryCounts> {
  const inbox = await (await filtered(db, { ...filter, quarantined: false }))
    .clearSelect()
    .select((of) => ['stage', 'status', of.fn.countAll<string>().as('count')])
    .select(sql<string>`count(*) filter (where due_at < now())`.as('overdue'))
    .groupBy(['stage', 'status'])
    .execute();
  const quarantine = await (await filtered(db, { quarantined: true }))
    .clearSelect()
    .select((of) => of.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const counts: InquiryCounts = {
    New: 0,
    Responded: 0,
    Booked: 0,
    quarantined: Number(quarantine.count),
    overdue: 0,
    stages: { New: 0, Replied: 0, Met: 0, Quoted: 0, Held: 0, Booked: 0, Lost: 0 },
  };
  for (const { stage, status, count, overdue } of inbox) {
    counts[status] += Number(count);
    counts.stages[stage] += Number(count);
    counts.overdue += Number(overdue);
  }
  return counts;
}

async function filtered(db: Kysely<Database>, filter: InquiryFilter) {
  const conditions = conditionsOf(filter);
  if (filter.q) conditions.push(await searchCondition(db, filter.q));
  return readInquiries(db).where(sql<boolean>`${sql.join(conditions, sql` and `)}`);
}

/** Returns one inquiry. */
export async function findInquiry(db: Kysely<Database>, id: string): Promise<Inquiry | undefined> {
  return (await present(db, await withId(db, id, 'shown').execute()))[0];
}

/** Returns one inquiry and locks it until the transaction ends. */
export async function lockInquiry(
  transaction: Transaction<Database>,
  id: string,
  state: 'shown' | 'deleted' = 'shown',
): Promise<Inquiry | undefined> {
  return (await present(transaction, await withId(transaction, id, state).forUpdate().execute()))[0];
}

const withId = (db: Kysely<Database>, id: string, state: 'shown' | 'deleted') =>
  readInquiries(db)
    .where('id', '=', id)
    .where('deleted_at', state === 'shown' ? 'is' : 'is not', null);

const HAS_CONTACT = sql<boolean>`coalesce(phone, email) is not null`.as('hasContact');

/** Returns the receipt of an inquiry that was received before. */
export const receiptOf = (db: Kysely<Database>, id: string): Promise<InquiryReceipt> =>
  db
    .selectFrom('inquiries')
    .select(['id as _id', 'reference', HAS_CONTACT])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

export async function insertInquiry(
  db: Kysely<Database>,
  values: Insertable<Database['inquiries']>,
): Promise<InquiryReceipt> {
  const receipt = await db
    .insertInto('inquiries')
    .values(values)
    .returning(['id as _id', 'reference', HAS_CONTACT])
    .executeTakeFirstOrThrow();
  await addHistory(db, [receipt._id], { status: 'New', stage: 'New', lostReason: null }, 'Website');
  return receipt;
}

/** Changes inquiries and increments their versions. */
export async function updateInquiries(
  db: Kysely<Database>,
  ids: readonly string[],
  change: Omit<InquiryUpdate, 'version'> & { deleted?: boolean },
  by: string | null = null,
): Promise<void> {
  const { status, stage, notes, quarantined, lostReason, ownerId, value, city, source, deleted } = change;
  const isMarked = quarantined === true;
  await db
    .updateTable('inquiries')
    .set({ version: sql`version + 1`, status, stage, notes, quarantined, owner_id: ownerId, value, city, source })
    .$if(lostReason !== undefined, (query) => query.set({ lost_reason: lostReason }))
    .$if(isMarked, (query) => query.set({ quarantine_reason: sql`coalesce(quarantine_reason, 'staff')` }))
    .$if(deleted !== undefined, (query) => query.set(deleted ? deletedNow(by) : NOT_DELETED))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}

/** What the history keeps of an inquiry's place in the pipeline. */
export interface PipelinePlace {
  status: InquiryStatus;
  stage: InquiryStage;
  lostReason: LostReason | null;
}

export async function addHistory(
  db: Kysely<Database>,
  ids: readonly string[],
  { status, stage, lostReason }: PipelinePlace,
  by: string,
  isUndo = false,
): Promise<void> {
  if (ids.length === 0) return;
  const entry = { status, stage, lost_reason: lostReason, by, is_undo: isUndo };
  await db
    .insertInto('inquiry_history')
    .values(ids.map((id) => ({ ...entry, inquiry_id: id })))
    .execute();
}

const deletedNow = (by: string | null) => ({ deleted_at: sql<Date>`now()`, deleted_by: by });
const NOT_DELETED = { deleted_at: null, deleted_by: null };

/** Marks inquiries as deleted or, without a user's name, restores them. @returns the ids that changed */
export async function markDeleted(db: Kysely<Database>, ids: string[], by: string | null): Promise<string[]> {
  const rows = await db
    .updateTable('inquiries')
    .set({ version: sql`version + 1`, ...(by === null ? NOT_DELETED : deletedNow(by)) })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deleted_at', by === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** What decides whether an inquiry may be erased. */
export interface LockedInquiry {
  id: string;
  version: number;
  stage: InquiryStage;
  lostReason: LostReason | null;
  ownerId: string | null;
  quarantined: boolean;
  /** staff marked it as spam */
  isMarkedByStaff: boolean;
  isDeleted: boolean;
  /** quarantined or deleted */
  unwanted: boolean;
}

/** Returns the existing inquiries of some ids and locks them until the transaction ends. */
export async function lockInquiries(transaction: Transaction<Database>, ids: string[]): Promise<LockedInquiry[]> {
  return transaction
    .selectFrom('inquiries')
    .select(['id', 'version', 'stage', 'lost_reason as lostReason', 'owner_id as ownerId', 'quarantined'])
    .select(sql<boolean>`quarantine_reason is not distinct from 'staff'`.as('isMarkedByStaff'))
    .select([sql<boolean>`deleted_at is not null`.as('isDeleted')])
    .select(sql<boolean>`quarantined or deleted_at is not null`.as('unwanted'))
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Returns one page of the deleted inquiries that match a search, the latest deletion first, and the cursor of the next page or
 * null. A cursor is the time of a deletion in UTC and an id.
 */
export async function listDeleted(
  db: Kysely<Database>,
  { q, cursor, limit }: { q?: string; cursor?: string; limit: number },
): Promise<{ inquiries: DeletedInquiry[]; next: string | null }> {
  const [at, id] = cursor?.split('_') ?? [];
  const isDeleted = sql<boolean>`deleted_at is not null`;
  const isFound = q ? await searchCondition(db, q, isDeleted) : isDeleted;
  const query = readInquiries(db)
    .select([sql<Date>`deleted_at`.as('deletedAt'), 'deleted_by as deletedBy'])
    .select(sql<Date>`least(deleted_at, quarantined_at) + make_interval(days => ${RETENTION_DAYS})`.as('removedAt'))
    // JavaScript's dates have no microseconds.
    .select(sql<string>`to_char(deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('deletedKey'))
    .where(isDeleted)
    .where(isFound)
    .$if(at !== undefined, (all) =>
      all.where(sql<boolean>`(deleted_at, inquiries.id) < (${at}::timestamptz, ${id}::bigint)`),
    )
    .orderBy('deleted_at', 'desc')
    .orderBy('inquiries.id', 'desc')
    .limit(limit + 1);
  const { rows, next } = pageOf(await query.execute(), limit, ({ deletedKey, _id }) => `${deletedKey}_${_id}`);
  const deletions = new Map(
    rows.map(({ _id, deletedAt, deletedBy, removedAt }) => [
      _id,
      { deletedAt: deletedAt.toISOString(), deletedBy, removedAt: removedAt.toISOString() },
    ]),
  );
  const inquiries = await present(
    db,
    rows.map(({ deletedAt: _, deletedBy: __, removedAt: ___, deletedKey: ____, ...row }) => row),
  );
  const withDeletion = (inquiry: Inquiry) => {
    const deletion = deletions.get(inquiry._id);
    return deletion ? [{ ...inquiry, ...deletion }] : [];
  };
  return { inquiries: inquiries.flatMap(withDeletion), next };
}

/** Locks quarantined inquiries up to `upTo`, at most `limit`. @returns their ids */
export async function quarantinedUpTo(
  transaction: Transaction<Database>,
  upTo: string,
  limit: number,
): Promise<string[]> {
  const rows = await (await filtered(transaction, { quarantined: true }))
    .clearSelect()
    .select('id')
    .where('id', '<=', upTo)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Sources that the filter offers. */
const MAX_SOURCES = 50;

/** Returns the sources of inquiries in the inbox, the most frequent first. */
export async function inquirySources(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ source: string }>`
    select source from inquiries where deleted_at is null and quarantined = false and source is not null
    group by source order by count(*) desc, source limit ${sql.lit(MAX_SOURCES)}`.execute(db);
  return rows.map(({ source }) => source);
}

/** Returns the active users by name. */
export function inquiryOwners(db: Kysely<Database>): Promise<InquiryOwner[]> {
  return db.selectFrom('users').select(['id as _id', 'name']).where('disabled', '=', false).orderBy('name').execute();
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
    dueAt: row.dueAt?.toISOString() ?? null,
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
  for (const { inquiry_id, status, stage, lost_reason: lostReason, at, by, is_undo } of rows) {
    const entries = histories.get(inquiry_id) ?? [];
    const place = { status, stage: stage ?? (status === 'Responded' ? 'Replied' : status), lostReason };
    entries.push({ ...place, at: at.toISOString(), by, ...(is_undo && { isUndo: true }) });
    histories.set(inquiry_id, entries);
  }
  return histories;
}

/** Returns those of some locked inquiries that are quarantined. */
export function quarantinedOf(db: Kysely<Database>, ids: readonly string[]) {
  return db
    .selectFrom('inquiries')
    .select(['id', 'email'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('quarantined', '=', true)
    .execute();
}
