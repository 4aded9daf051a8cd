import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { Logger } from '../../logger.js';
import { addEntry, THIS_INSTALLATION } from '../audit/audited.js';
import { expiredInquiries, removeInquiries } from './inquiries.queries.js';
import { KEY_LIFETIME_HOURS } from './receive-inquiry.js';

/** Inquiries in quarantine, and deleted ones, are removed after this. */
const KEPT_DAYS = 30;
const EVERY_MS = 6 * 3_600_000;
const PER_TRANSACTION = 500;

/** Removes what expired, and writes into the audit how many inquiries that were. @returns how many */
export async function cleanUpInquiries(db: Kysely<Database>): Promise<number> {
  await db
    .deleteFrom('idempotency_keys')
    .where(sql<boolean>`created_at < now() - make_interval(hours => ${KEY_LIFETIME_HOURS})`)
    .execute();
  let removed = 0;
  try {
    for (let count = PER_TRANSACTION; count === PER_TRANSACTION; removed += count) count = await removeSome(db);
  } finally {
    // Also when a later part failed: what was removed before stays removed.
    if (removed > 0) {
      const entry = { entityId: `${removed} inquiries`, before: { keptDays: KEPT_DAYS, removed }, after: null };
      await addEntry(db, THIS_INSTALLATION, 'inquiries.erase', entry);
    }
  }
  return removed;
}

/** Removes some of what expired in one small transaction. @returns how many inquiries */
async function removeSome(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // Another process that cleans up already makes this one unnecessary.
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('cleanup of inquiries', 0)) as free`.execute(transaction);
    if (!rows[0]?.free) return 0;
    return (await removeInquiries(transaction, await expiredInquiries(transaction, KEPT_DAYS, PER_TRANSACTION))).length;
  });
}

/** Cleans up now and every six hours. @returns stops it, after what is under way */
export function startInquiriesCleanup(db: Kysely<Database>, logger: Logger): () => Promise<void> {
  let current: Promise<unknown> = Promise.resolve();
  const run = () => {
    current = cleanUpInquiries(db).then(
      (removed) => removed > 0 && logger.info({ removed }, 'expired inquiries were removed'),
      (err) => logger.warn({ err }, 'could not remove expired inquiries'),
    );
  };
  run();
  const timer = setInterval(run, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
