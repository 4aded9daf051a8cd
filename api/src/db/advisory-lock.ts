import { sql, type Transaction } from 'kysely';
import type { Database } from './database.js';

/** Waits until no other transaction holds the lock of this name, and holds it until this one ends. */
export async function lockUntilCommit(transaction: Transaction<Database>, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
