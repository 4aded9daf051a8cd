import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { claimDataDirectory, RESTORE_FOLDER } from '../db/data-directory.js';
import type { Database } from '../db/database.js';
import { appliedMigrations, migrate } from '../db/migrate.js';
import { migrations } from '../db/migrations/list.js';
import { type OpenDatabase, openDatabase } from '../db/open-database.js';
import { SITE_TABLES } from '../db/site-tables.js';
import { giveUpRestoredMessages } from '../features/outbox/index.js';
import { type BackupManifest, BackupRefused, countEntries, type Progress } from './backup-format.js';
import { loadDatabase, markRestored } from './load-database.js';
import { unpackBackup, verifyBackup } from './read-backup.js';

const ROWS = 'rows';
/** Marks a data directory. It is moved last, so that a start refuses an incomplete restore. */
const MARKER = 'godhuli.json';

interface RestoreTarget {
  /** the embedded database in `dataDir` unless set */
  databaseUrl?: string;
  /** absent or empty */
  dataDir: string;
  onProgress?: Progress;
}

/**
 * Restores a backup of either engine into an empty data directory and (with `databaseUrl`) an unused database. Checks the
 * whole file before it changes anything. Skips tables of other programs, which older backups contain.
 * @throws BackupRefused for a damaged or newer file, or a directory or database in use; StartupError without a database
 */
export async function restoreBackup(file: string, target: RestoreTarget): Promise<BackupManifest> {
  const { dataDir, onProgress } = target;
  const verified = await verifyBackup(file);
  onProgress?.(`checked: ${countEntries(verified)} entries of ${verified.createdAt}`);
  refuseNewer(verified);
  const manifest = { ...verified, tables: verified.tables.filter(({ name }) => SITE_TABLES.has(name)) };
  for (const { name } of verified.tables.filter((table) => !SITE_TABLES.has(table.name)))
    onProgress?.(`warning: the table ${name} of the backup is not part of the site and was skipped`);
  await refuseUsedDirectory(dataDir);
  const staging = join(dataDir, RESTORE_FOLDER);
  await mkdir(staging, { recursive: true });
  await claimDataDirectory(staging);
  const opened = await openDatabase({ databaseUrl: target.databaseUrl, dataDir: staging }).catch(async (error) => {
    await rm(staging, { recursive: true, force: true });
    throw error;
  });
  const isEmbedded = opened.engine === 'pglite';
  try {
    await refuseUsedDatabase(opened.db);
    await unpackBackup(file, join(staging, ROWS));
    onProgress?.(`unpacked: ${countEntries(manifest)} entries`);
    await fill(opened, join(staging, ROWS), manifest);
    onProgress?.(`database: ${manifest.tables.length} tables`);
    // An embedded database is one of the files, and is moved when it is closed.
    if (!isEmbedded) await moveIntoPlace(dataDir);
    await markRestored(opened.db);
  } catch (error) {
    await opened.close();
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
  await opened.close();
  if (isEmbedded) await moveIntoPlace(dataDir);
  return manifest;
}

/** Applies the migrations of the backup, loads the rows, applies newer migrations, and gives up messages that waited. */
async function fill({ db }: OpenDatabase, folder: string, manifest: BackupManifest) {
  await migrate(db, { upTo: manifest.migrations.at(-1) });
  await loadDatabase(db, folder, manifest);
  await migrate(db);
  await giveUpRestoredMessages(db);
}

function refuseNewer(manifest: BackupManifest) {
  const unknown = manifest.migrations.find((name) => !(name in migrations));
  if (unknown)
    throw new BackupRefused(`The backup was written by a newer version (it contains the migration ${unknown}).`);
}

async function refuseUsedDirectory(dataDir: string) {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.length === 0) return;
  throw new BackupRefused(
    `DATA_DIR: ${resolve(dataDir)} is not empty (${names.slice(0, 3).join(', ')}). Nothing was changed.`,
  );
}

/** Tables without users are left by an interrupted restore and may be filled. */
async function refuseUsedDatabase(db: Kysely<Database>) {
  const applied = await appliedMigrations(db);
  if (applied.length === 0) return;
  const users = await db.selectFrom('users').select('id').limit(1).execute();
  if (users.length > 0) throw new BackupRefused('DATABASE_URL: the database is in use already. Nothing was changed.');
}

async function moveIntoPlace(dataDir: string) {
  const staging = join(dataDir, RESTORE_FOLDER);
  const move = (from: string, name: string) =>
    rename(join(from, name), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  for (const name of ['media', 'films', 'client-files', 'releases']) await move(join(staging, ROWS), name);
  await move(staging, 'database');
  await move(staging, MARKER);
  await rm(staging, { recursive: true, force: true });
}
