import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StartupError } from '@godhuli/server/startup-error';
import { lockDataDirectory, recordedUrl } from '../db/data-directory.js';
import { appliedMigrations } from '../db/migrate.js';
import { type OpenDatabase, openDatabase } from '../db/open-database.js';
import type { ApiEnvironment } from '../env.js';
import { type PortalSession, signInToPortal } from './portal-client.js';

export type Connection = OpenDatabase | PortalSession;

/**
 * Opens the database of an existing installation, or signs in to the running site: if that holds the embedded database, or
 * `from` names a site.
 * @throws StartupError when there is no installation, or its database cannot be opened; PortalRefused
 */
export async function connect(
  environment: ApiEnvironment,
  env: Record<string, string | undefined>,
  from: string | undefined,
): Promise<Connection> {
  const opened = from === undefined ? await openInstallation(environment) : null;
  if (opened) return opened;
  const { dataDir, port } = environment;
  return signInToPortal(from ?? (await recordedUrl(dataDir)) ?? `http://127.0.0.1:${port}`, env, dataDir);
}

/** Returns the open database, or null when another process holds it: only that process can read an embedded one. */
async function openInstallation({ dataDir, databaseUrl }: ApiEnvironment): Promise<OpenDatabase | null> {
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
