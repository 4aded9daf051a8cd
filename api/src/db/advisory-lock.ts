import { sql, type Transaction } from 'kysely';
import type { Database } from './database.js';

/** Waits until no other transaction holds the lock of this name, and holds it until this one ends. */
export async function lockUntilCommit(transaction: Transaction<Database>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Somebody else holds a lock: give the connection back before the next try. */
export class LockTaken extends Error {}

/**
 * Holds the locks of these names until the transaction ends.
 * @throws LockTaken at once when another transaction has one of them
 */
export async function lockAtOnce(transaction: Transaction<Database>, names: string[]): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select bool_and(pg_try_advisory_xact_lock(hashtextextended(name, 0))) as free
    from unnest(${names}::text[]) as name`.execute(transaction);
  if (!rows[0]?.free) throw new LockTaken();
}
