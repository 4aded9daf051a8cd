import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { addAuditEntry, THIS_INSTALLATION } from '../audit/index.js';
import { KEY_LIFETIME_HOURS } from './receive-inquiry.js';
import { expiredInquiries, RETENTION_DAYS, removeInquiries } from './remove-inquiries.js';

const BATCH_SIZE = 500;

/** Removes expired inquiries and keys, and records the number of inquiries in the audit log. @returns the number */
export async function cleanUpInquiries(db: Kysely<Database>): Promise<number> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`)
    .execute();
  let removed = 0;
  try {
    for (let isLast = false; !isLast; ) {
      const batch = await removeBatch(db);
      removed += batch.removed;
      // Those that stay because their client is locked are for the next run.
      isLast = batch.found < BATCH_SIZE || batch.removed === 0;
    }
  } finally {
    // Also after an error: earlier batches stay removed.
    if (removed > 0) {
      const auditEntry = {
        entityId: `${removed} inquiries`,
        before: { keptDays: RETENTION_DAYS, removed },
        after: null,
      };
      await addAuditEntry(db, THIS_INSTALLATION, 'inquiries.erase', auditEntry);
    }
  }
  return removed;
}

/** Removes one batch of expired inquiries. @returns how many there were, and how many it removed */
async function removeBatch(db: Kysely<Database>): Promise<{ found: number; removed: number }> {
  return db.transaction().execute(async (transaction) => {
    // Another process is cleaning up already.
    const { rows } = await sql<{ isLocked: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('cleanup of inquiries', 0)) as "isLocked"`.execute(transaction);
    if (!rows[0]?.isLocked) return { found: 0, removed: 0 };
    const expired = await expiredInquiries(transaction, RETENTION_DAYS, BATCH_SIZE);
    return { found: expired.length, removed: (await removeInquiries(transaction, expired)).length };
  });
}
