import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDeadlock } from '../../db/database-errors.js';
import { TODAY } from '../../db/today.js';
import { addAuditEntry, THIS_INSTALLATION } from '../audit/index.js';
import { lockRoots } from './clients.queries.js';
import { readPrivacySettings } from './privacy.service.js';
import { rowsOfPerson } from './rows-of-person.js';
import { scrubClient } from './scrub-client.js';

/** Clients that are read at a time. Each is erased in a transaction of its own. */
const BATCH_SIZE = 100;

/**
 * Anonymises clients who have not booked and of whom nothing was heard, and of whom staff changed nothing, for the months of the
 * setting. An interrupted run has erased some of them, and the next one continues.
 * @param signal ends the run after the client that is being erased: a stop must not wait for thousands
 * @returns how many
 */
export async function eraseStaleClients(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  const { retentionMonths } = await readPrivacySettings(db);
  let erased = 0;
  let after = '0';
  try {
    for (;;) {
      const limits = await readLimits(db, retentionMonths);
      const ids = await staleClients(db, limits, after);
      for (const id of ids) {
        if (signal?.aborted) return erased;
        if (await eraseIfStale(db, id)) erased += 1;
      }
      after = ids.at(-1) ?? after;
      if (ids.length < BATCH_SIZE) return erased;
    }
  } finally {
    if (erased > 0) {
      const entry = { entityId: `${erased} clients`, before: { retentionMonths, erased }, after: null };
      await addAuditEntry(db, THIS_INSTALLATION, 'clients.expire', entry);
    }
  }
}

interface Limits {
  months: number;
  /** inquiries that staff changed together with others since then: one audit entry names them all */
  changed: string[];
}

async function readLimits(db: Kysely<Database>, months: number): Promise<Limits> {
  const { rows } = await sql<{ id: string }>`
    select distinct inquiry as id from audit, jsonb_array_elements_text(
      case when jsonb_typeof(before -> 'ids') = 'array' then before -> 'ids' else '[]' end) as inquiry
    where action >= 'inquiries.' and action < 'inquiries/' and entity_id like '% inquiries' and inquiry ~ '^\\d+$'
      and at >= now() - make_interval(months => ${months})`.execute(db);
  return { months, changed: rows.map(({ id }) => id) };
}

/**
 * A booking counts for good, also a deleted one: to erase a customer by mistake is worse than to keep a person too long. Other
 * entries, such as a hold, count while days are held and for the months after the last change.
 */
const keepsClient = (months: number) => sql<boolean>`(
  bookings.kind = 'booking' or bookings.updated_at >= now() - make_interval(months => ${months})
  or bookings.held_until >= ${TODAY} and bookings.deleted_at is null)`;

/** Nothing was heard, staff changed nothing, nothing is planned, and nothing was booked. */
const isStale = ({ months, changed }: Limits) => sql<boolean>`
  clients.merged_into is null and clients.erased_at is null
  and clients.last_at < now() - make_interval(months => ${months})
  and not exists (select from bookings
    where client_id in (select id from clients member where member.root_id = clients.id) and ${keepsClient(months)})
  and not exists (select from audit
    where entity_id in (select id::text from clients member where member.root_id = clients.id)
      and action like 'clients.%' and at >= now() - make_interval(months => ${months}))
  and not exists (select from inquiries
    where client_id in (select id from clients member where member.root_id = clients.id) and (
      stage = 'Booked' or coalesce(event_end_date, event_date) >= ${TODAY}
      or exists (select from bookings where inquiry_id = inquiries.id and ${keepsClient(months)})
      or exists (select from inquiry_history
        where inquiry_id = inquiries.id and at >= now() - make_interval(months => ${months}))
      or exists (select from audit
        where entity_id = inquiries.id::text and action like 'inquiries.%' and action <> 'inquiries.receive'
          and at >= now() - make_interval(months => ${months}))
      or inquiries.id = any(${changed}::bigint[])))
  and not exists (select from client_tasks
    where client_id in (select id from clients member where member.root_id = clients.id) and done_at is null)`;

async function staleClients(db: Kysely<Database>, limits: Limits, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from clients where id > ${after} and ${isStale(limits)} order by id limit ${sql.lit(BATCH_SIZE)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Checks again after the locks: an inquiry may have arrived. A booking or a change of an inquiry locks the inquiry and no client, so
 * the inquiries are locked before the check too. Staff may release likely spam of the person at the same time, which locks inquiry
 * and client in the other sequence; the next run erases the person then.
 */
function eraseIfStale(db: Kysely<Database>, id: string): Promise<boolean> {
  const erased = db.transaction().execute(async (transaction) => {
    const [locked] = await lockRoots(transaction, [id]).catch(() => []);
    if (!locked) return false;
    await rowsOfPerson(transaction, id, 'lock');
    const { retentionMonths } = await readPrivacySettings(transaction);
    const limits = await readLimits(transaction, retentionMonths);
    const { rows } = await sql`select id from clients where id = ${id} and ${isStale(limits)}`.execute(transaction);
    if (rows.length > 0) await scrubClient(transaction, id);
    return rows.length > 0;
  });
  return erased.catch((error) => {
    if (isDeadlock(error)) return false;
    throw error;
  });
}
