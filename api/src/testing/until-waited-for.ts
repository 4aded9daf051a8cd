import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/database.js';

/** Resolves when another transaction waits for a lock of this one. Only on Postgres: the embedded database has one connection. */
export async function untilWaitedFor(transaction: Transaction<Database>): Promise<void> {
  const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  while ((await waiting.execute(transaction)).rows.length === 0) await new Promise(setImmediate);
}
