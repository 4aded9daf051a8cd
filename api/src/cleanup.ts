import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import { removeAbandonedBackups } from './backup/write-backup.js';
import type { Database } from './db/database.js';
import { eraseOldAlbums } from './features/albums/index.js';
import { cleanUpClientFiles, eraseStaleClients } from './features/clients/index.js';
import { linkRemainingInquiries } from './features/contacts/index.js';
import { checkLinks, eraseOldFilms, removeUnusedFiles } from './features/films/index.js';
import { cleanUpInquiries } from './features/inquiries/index.js';
import type { MediaStore } from './features/media/index.js';
import { deleteOldMessages } from './features/outbox/index.js';
import { emptyOldTrash } from './features/portfolio/index.js';
import { deleteOldReports, deleteRevokedTokens } from './features/remotes/index.js';
import { cleanUpUploads } from './features/uploads/index.js';
import { deleteOldLoginCounters } from './features/users/index.js';
import type { Stores } from './stores.js';

const INTERVAL_MS = 6 * 3_600_000;

interface Files extends Stores {
  dataDir: string;
  media: MediaStore;
}

/** What grows and expires, by name. */
const EXPIRED: Record<string, (db: Kysely<Database>, files: Files, signal: AbortSignal) => Promise<unknown>> = {
  inquiries: cleanUpInquiries,
  clients: (db, _files, signal) => eraseStaleClients(db, signal),
  'client files': (db, { media, clientFiles }) => cleanUpClientFiles(db, { media, files: clientFiles }),
  messages: deleteOldMessages,
  'gallery items': (db, { media }) => emptyOldTrash(db, media),
  stories: eraseOldAlbums,
  films: (db, { media }) => eraseOldFilms(db, media),
  uploads: (db, { uploads }) => cleanUpUploads(db, uploads),
  'unfinished backups': (_db, { dataDir }) => removeAbandonedBackups(dataDir),
  'load reports': deleteOldReports,
  'deploy tokens': deleteRevokedTokens,
  'login counters': deleteOldLoginCounters,
  'film files': (db, { films }) => removeUnusedFiles(db, films),
};

/**
 * Links inquiries to clients and deletes what has expired, now and every six hours, and checks once a day whether linked films still exist.
 * @returns stops that, after work in progress
 */
export function startCleanup(db: Kysely<Database>, files: Files, logger: Logger): () => Promise<void> {
  const stopped = new AbortController();
  const cleanUp = async () => {
    try {
      const linked = await linkRemainingInquiries(db, stopped.signal);
      if (linked > 0) logger.info({ linked }, 'inquiries were linked to clients');
    } catch (err) {
      logger.warn({ err }, 'could not link inquiries to clients');
    }
    for (const [name, remove] of Object.entries(EXPIRED)) {
      if (stopped.signal.aborted) return;
      try {
        const removed = await remove(db, files, stopped.signal);
        if (removed) logger.info({ removed }, `expired ${name} were removed`);
      } catch (err) {
        logger.warn({ err }, `could not remove expired ${name}`);
      }
    }
    try {
      const changed = await checkLinks(db, stopped.signal);
      if (changed > 0) logger.info({ changed }, 'links of films have changed between working and dead');
    } catch (err) {
      logger.warn({ err }, 'could not check the links of films');
    }
  };
  let current = cleanUp();
  const timer = setInterval(() => {
    current = current.then(cleanUp);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await current;
  };
}
