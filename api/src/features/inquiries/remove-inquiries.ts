import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { scrubAuditEntries } from '../audit/index.js';
import { removeEmptyClients } from '../contacts/index.js';

/** Quarantined and deleted inquiries are removed after this time. */
export const RETENTION_DAYS = 30;

/**
 * Permanently removes inquiries, locked by the transaction, with their history and what the audit log says about them. Their bookings
 * stay, as those of the client. An inquiry stays too if its bookings would go to a client that another transaction has locked.
 * @returns the removed ids
 */
export async function removeInquiries(db: Kysely<Database>, locked: string[]): Promise<string[]> {
  const ids = await withoutLockedClients(db, locked);
  await sql`
    update bookings set client_id = inquiries.client_id
    from inquiries where inquiries.id = inquiry_id and inquiry_id = any(${ids}::bigint[])`.execute(db);
  await scrubAuditEntries(db, 'inquiries', ids);
  await db.deleteFrom('inquiry_history').where(sql<boolean>`inquiry_id = any(${ids}::bigint[])`).execute();
  await db.deleteFrom('idempotency_keys').where(sql<boolean>`inquiry_id = any(${ids}::bigint[])`).execute();
  const rows = await db
    .deleteFrom('inquiries')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .returning(['id', 'client_id'])
    .execute();
  await removeEmptyClients(
    db,
    rows.flatMap(({ client_id }) => client_id ?? []),
  );
  return rows.map(({ id }) => id);
}

/**
 * Leaves out inquiries whose bookings need a locked client. A reply or a task locks the client first and then the inquiry: to wait
 * for the client here could be a deadlock. The key lock is the one that the foreign key of a booking takes.
 */
async function withoutLockedClients(db: Kysely<Database>, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; client_id: string }>`
    select id, client_id from inquiries
    where id = any(${ids}::bigint[]) and client_id is not null
      and exists (select from bookings where inquiry_id = inquiries.id)`.execute(db);
  if (rows.length === 0) return ids;
  const clients = rows.map(({ client_id }) => client_id);
  const { rows: free } = await sql<{ id: string }>`
    select id from clients where id = any(${clients}::bigint[]) order by id for key share skip locked`.execute(db);
  const isFree = new Set(free.map(({ id }) => id));
  const left = new Set(rows.filter(({ client_id }) => !isFree.has(client_id)).map(({ id }) => id));
  return ids.filter((id) => !left.has(id));
}

/**
 * Locks inquiries that have been quarantined or deleted for `days`, at most `limit`. Skips those that are locked.
 * @returns their ids
 */
export async function expiredInquiries(
  transaction: Transaction<Database>,
  days: number,
  limit: number,
): Promise<string[]> {
  const rows = await transaction
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
