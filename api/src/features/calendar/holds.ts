import type { Logger } from '@godhuli/server/logger';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { addAuditEntry, THIS_INSTALLATION } from '../audit/index.js';
import { expireHolds } from './capacity.js';

/** Records the end of due holds, with an audit entry for each. They keep no days since the end of their last day. */
export async function endDueHolds(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const ids = await expireHolds(transaction, sql<boolean>`true`);
    for (const entityId of ids)
      await addAuditEntry(transaction, THIS_INSTALLATION, 'bookings.expire', { entityId, before: null, after: null });
    return ids.length;
  });
}

const INTERVAL_MS = 10 * 60_000;

/** Records due holds now and every ten minutes. @returns stops that, after work in progress */
export function startHoldSweep(db: Kysely<Database>, logger: Logger): () => Promise<void> {
  const sweep = () =>
    endDueHolds(db).then(
      () => undefined,
      (err) => logger.warn({ err }, 'could not end due holds'),
    );
  let current = sweep();
  const timer = setInterval(() => {
    current = current.then(sweep);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
