import type { Inquiry, InquiryStatus } from '@godhuli/contracts/inquiries';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.js';

type Row = Selectable<Database['inquiries']>;
type State = 'shown' | 'deleted';

/** The studio answers within this time (specification, section 9). */
const REPLY_HOURS = 24;

export interface InquiryFilter {
  status?: InquiryStatus;
  type?: Inquiry['eventType'];
  /** words to find in name, phone, e-mail or message */
  q?: string;
  quarantined: boolean;
}

/** Those that wait for a reply first, the longest waiting on top; then the answered ones, the newest on top. */
export async function listInquiries(db: Kysely<Database>, filter: InquiryFilter): Promise<Inquiry[]> {
  let rows = db
    .selectFrom('inquiries')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('quarantined', '=', filter.quarantined)
    .orderBy(sql`status = 'New'`, 'desc')
    .orderBy(sql`case when status = 'New' then id else -id end`);
  if (filter.status) rows = rows.where('status', '=', filter.status);
  if (filter.type) rows = rows.where('event_type', '=', filter.type);
  if (filter.q) {
    const pattern = `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`;
    rows = rows.where(sql<boolean>`concat_ws(E'\n', name, phone, email, message) ilike ${pattern}`);
  }
  return present(db, await rows.execute());
}

/** One inquiry, locked until the transaction ends. */
export async function findInquiry(
  db: Kysely<Database>,
  id: string,
  state: State = 'shown',
): Promise<Inquiry | undefined> {
  const rows = await db
    .selectFrom('inquiries')
    .selectAll()
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

/** Changes an inquiry and makes its version one higher. */
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

export async function addHistory(db: Kysely<Database>, id: string, status: InquiryStatus, by: string): Promise<void> {
  await db.insertInto('inquiry_history').values({ inquiry_id: id, status, by }).execute();
}

/** How many inquiries of a network were taken as genuine in the last minutes. */
export async function countRecent(db: Kysely<Database>, network: string, minutes: number): Promise<number> {
  const { count } = await db
    .selectFrom('inquiries')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('network', '=', network)
    .where('quarantined', '=', false)
    .where(sql<boolean>`created_at > now() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function present(db: Kysely<Database>, rows: Row[]): Promise<Inquiry[]> {
  const history = await historyOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    eventType: row.event_type,
    eventDate: row.event_date,
    message: row.message,
    status: row.status,
    notes: row.notes,
    createdAt: row.created_at.toISOString(),
    replyDueAt: new Date(row.created_at.getTime() + REPLY_HOURS * 3_600_000).toISOString(),
    version: row.version,
    quarantined: row.quarantined,
    history: history.get(row.id) ?? [],
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
  for (const { inquiry_id, status, at, by } of rows) {
    const entries = histories.get(inquiry_id) ?? [];
    entries.push({ status, at: at.toISOString(), by });
    histories.set(inquiry_id, entries);
  }
  return histories;
}
