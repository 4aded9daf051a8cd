import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from './db/database.js';
import { cleanUpInquiries } from './features/inquiries/index.js';
import { deleteOldReports, deleteRevokedTokens } from './features/remotes/index.js';
import { deleteOldLoginCounters } from './features/users/index.js';

const INTERVAL_MS = 6 * 3_600_000;

/** What grows and expires, by name. */
const EXPIRED: Record<string, (db: Kysely<Database>) => Promise<unknown>> = {
  inquiries: cleanUpInquiries,
  'load reports': deleteOldReports,
  'deploy tokens': deleteRevokedTokens,
  'login counters': deleteOldLoginCounters,
};

/** Deletes what has expired, now and every six hours. @returns stops that, after work in progress */
export function startCleanup(db: Kysely<Database>, logger: Logger): () => Promise<void> {
  const cleanUp = async () => {
    for (const [name, remove] of Object.entries(EXPIRED)) {
      try {
        const removed = await remove(db);
        if (removed) logger.info({ removed }, `expired ${name} were removed`);
      } catch (err) {
        logger.warn({ err }, `could not remove expired ${name}`);
      }
    }
  };
  let current = cleanUp();
  const timer = setInterval(() => {
    current = current.then(cleanUp);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
