import { sql, type Transaction } from 'kysely';
import type { Database } from './database.js';

/** Waits for the advisory locks of these names, in this order, and holds them until the transaction ends. */
export async function lockUntilCommit(transaction: Transaction<Database>, ...names: string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(transaction);
}

/** Another transaction holds a lock. Release the connection before the next attempt. */
export class LockUnavailable extends Error {}

/**
 * Acquires the advisory locks of these names until the transaction ends, without waiting.
 * @throws LockUnavailable when another transaction holds one of them
 */
export async function tryLock(transaction: Transaction<Database>, names: string[]): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select bool_and(pg_try_advisory_xact_lock(hashtextextended(name, 0))) as free
    from unnest(${names}::text[]) as name`.execute(transaction);
  if (!rows[0]?.free) throw new LockUnavailable();
}
