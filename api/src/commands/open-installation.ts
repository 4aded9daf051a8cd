import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '@godhuli/server/startup-error';
import { appliedMigrations } from '../backup/dump-database.js';
import { lockDataDirectory } from '../db/data-directory.js';
import { type OpenDatabase, openDatabase } from '../db/open-database.js';
import type { ApiEnvironment } from '../env.js';

/**
 * Opens the database of an existing installation; never creates one.
 * @returns null when another process holds the embedded database; only that process can read it
 * @throws StartupError when there is no installation, or its database cannot be opened
 */
export async function openInstallation({ dataDir, databaseUrl }: ApiEnvironment): Promise<OpenDatabase | null> {
  if (databaseUrl === undefined) {
    await access(join(dataDir, 'database')).catch(() => {
      throw new StartupError(`DATA_DIR: there is no database in ${resolve(dataDir)} yet.`);
    });
    const lock = await lockDataDirectory(dataDir).catch((error) => {
      if (error instanceof StartupError) return null;
      throw error;
    });
    if (!lock) return null;
    await lock.release();
  }
  const opened = await openDatabase({ databaseUrl, dataDir });
  if ((await appliedMigrations(opened.db)).length > 0) return opened;
  await opened.close();
  throw new StartupError('The database is empty. Start the site once with: npm start');
}
