import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/**
 * Removes those of some clients of whom nothing is left: their inquiries were removed, none was booked, and staff
 * added neither them nor anything to them. A client that another transaction has locked stays, because waiting for it could be
 * a deadlock.
 */
export async function removeEmptyClients(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows: locked } = await sql<{ id: string }>`
    select id from clients where id = any(${[...new Set(ids)]}::bigint[]) order by id for update skip locked`.execute(
    db,
  );
  const all = sql`${locked.map(({ id }) => id)}::bigint[]`;
  // A query of its own, so that it sees what was committed before we locked them.
  const { rows } = await sql<{ id: string }>`
    select id from clients where id = any(${all}) and merged_into is null and erased_at is null and not by_staff
      and not exists (select from clients other where other.root_id = clients.id and other.id <> clients.id)
      and not exists (select from inquiries where client_id = clients.id)
      and not exists (select from bookings where client_id = clients.id)
      and not exists (select from client_entries where client_id = clients.id)
      and not exists (select from client_tasks where client_id = clients.id)`.execute(db);
  if (rows.length === 0) return;
  const empty = sql`${rows.map(({ id }) => id)}::bigint[]`;
  await sql`delete from client_contacts where client_id = any(${empty})`.execute(db);
  await sql`delete from client_distinctions where lower_id = any(${empty}) or higher_id = any(${empty})`.execute(db);
  await sql`delete from clients where id = any(${empty})`.execute(db);
}
