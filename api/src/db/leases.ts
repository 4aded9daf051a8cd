import { type Kysely, sql } from 'kysely';
import type { Database } from './database.js';

/**
 * Acquires or renews a lease, for background work that one process at a time should do. It expires, so a killed process
 * does not block others.
 * @returns false while another process holds it
 */
export async function holdLease(db: Kysely<Database>, name: string, holder: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    insert into leases (name, holder, expires_at)
    values (${name}, ${holder}, now() + make_interval(secs => ${seconds}))
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where leases.holder = excluded.holder or leases.expires_at < now()
    returning name`.execute(db);
  return rows.length > 0;
}

/** Releases a lease before it expires. */
export async function releaseLease(db: Kysely<Database>, name: string, holder: string): Promise<void> {
  await sql`delete from leases where name = ${name} and holder = ${holder}`.execute(db);
}

/** Returns whether some process holds a lease. */
export async function isLeaseHeld(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql`select name from leases where name = ${name} and expires_at > now()`.execute(db);
  return rows.length > 0;
}
