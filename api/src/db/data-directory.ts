import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { StartupError } from '@godhuli/server/startup-error';
import { tryLock } from 'fs-native-extensions';
import { exists, syncToDisk } from '../files.js';
import { isDatabaseUnavailable } from './database-errors.js';

const MARKER = 'godhuli.json';
const FORMAT = 1;
/** Contains the URL of the running site. */
const URL_FILE = 'url';

/** The folder where a restore prepares its files. It is there until all of them are in place. */
export const RESTORE_FOLDER = 'restore-in-progress';

/**
 * Checks that `dataDir` belongs to this program: it is marked by an earlier start, or empty or absent and marked now.
 * @throws StartupError when it contains anything else; nothing in it is changed then
 */
export async function claimDataDirectory(dataDir: string): Promise<void> {
  const entries = await listDirectory(dataDir);
  if (entries.includes(MARKER)) return checkMarker(dataDir);
  if (entries.includes(RESTORE_FOLDER)) {
    throw new StartupError(
      `DATA_DIR: a restore into ${resolve(dataDir)} is running or was interrupted. Empty the directory and repeat the restore.`,
    );
  }
  if (entries.some((name) => !name.startsWith(`${MARKER}.`))) {
    throw new StartupError(
      `DATA_DIR: ${resolve(dataDir)} contains other files. Nothing was changed. Choose an empty directory.`,
    );
  }
  await mkdir(dataDir, { recursive: true });
  const temporary = join(dataDir, `${MARKER}.${randomBytes(6).toString('hex')}`);
  await writeFile(temporary, `${JSON.stringify({ format: FORMAT })}\n`, { flush: true });
  await rename(temporary, join(dataDir, MARKER));
}

/** Whether a directory was marked by `claimDataDirectory`. */
export const isDataDirectory = (directory: string): Promise<boolean> => exists(join(directory, MARKER));

/**
 * Explains why files cannot be written to a directory, which need not exist yet. Returns null when they can. Leaves nothing
 * behind. Does not use `mkdir` with `recursive`, which never ends below /proc.
 */
export async function findDirectoryProblem(directory: string): Promise<string | null> {
  let nearest = resolve(directory);
  while (!(await exists(nearest)) && dirname(nearest) !== nearest) nearest = dirname(nearest);
  try {
    await rmdir(await mkdtemp(join(nearest, '.godhuli-')));
    return null;
  } catch (cause) {
    const reason = REASONS[(cause as NodeJS.ErrnoException).code ?? ''] ?? String(cause);
    return `names ${resolve(directory)}, but ${nearest} ${reason}`;
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'cannot be written to (no permission)',
  EPERM: 'cannot be written to (no permission)',
  EROFS: 'is on a read-only disk',
  ENOTDIR: 'is not a directory',
  ENOENT: 'cannot contain files',
  ENOSPC: 'is on a full disk',
};

/** Postgres needs this much for its next file of the log. */
const LOG_FILE_BYTES = 16 << 20;

/** Returns how many bytes can be written to the disk of a folder, and whether they are too few for the embedded database. */
export async function freeSpace(folder: string): Promise<{ bytes: number; isFull: boolean }> {
  const { bavail, bsize } = await statfs(folder);
  const bytes = bavail * bsize;
  return { bytes, isFull: bytes < LOG_FILE_BYTES };
}

const DISK_PROBLEMS: Record<string, string> = {
  ENOSPC: 'is full',
  EDQUOT: 'has no quota left',
  EROFS: 'is read-only',
};

/**
 * Returns what a person can do about an error at the start that is due to the disk of `dataDir`, otherwise the error itself.
 * @param options `databaseUrl`: set if the database is on a server, whose failures say nothing about this disk
 */
export async function explainDiskProblem(
  error: unknown,
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string | undefined },
): Promise<unknown> {
  if (error instanceof StartupError) return error;
  const { code = '' } = Object(error) as NodeJS.ErrnoException;
  const isEmbeddedLost = databaseUrl === undefined && isDatabaseUnavailable(error);
  const isFull = isEmbeddedLost && (await freeSpace(dataDir).catch(() => null))?.isFull;
  if (isFull) return diskError('is full', dataDir, error);
  return code in DISK_PROBLEMS ? diskError(DISK_PROBLEMS[code] as string, dataDir, error) : error;
}

/** Creates the error of a start on a disk that cannot be written to. */
export function diskError(problem: string, folder: string, cause: unknown): StartupError {
  const advice = problem === DISK_PROBLEMS.EROFS ? 'Make it writable' : 'Free at least 16 MB';
  const message = `the disk of ${resolve(folder)} ${problem}. ${advice} and start again. Stored data is kept.`;
  return new StartupError(`DATA_DIR: ${message}`, { cause });
}

/**
 * Locks the data directory for this process. The kernel holds the lock, so it ends with the process in any case. PGlite
 * has no lock of its own, and two processes would destroy each other's rows.
 * @throws StartupError when another process holds it
 */
export async function lockDataDirectory(dataDir: string): Promise<{ release(): Promise<void> }> {
  const handle = await open(join(dataDir, 'lock'), constants.O_RDWR | constants.O_CREAT);
  if (!tryLock(handle.fd)) {
    await handle.close();
    throw new StartupError(
      `DATA_DIR: ${resolve(dataDir)} is in use by another process. Stop that process, or choose another directory.`,
    );
  }
  return { release: () => handle.close() };
}

/** Records where the process that holds the embedded database listens, or with null that it does not. */
export async function recordUrl(dataDir: string, url: string | null): Promise<void> {
  const file = join(dataDir, URL_FILE);
  // Without the file the commands expect the site at PORT.
  await (url === null ? rm(file, { force: true }) : writeFile(file, `${url}\n`)).catch(() => {});
}

/** Returns what `recordUrl` recorded, or null. */
export async function recordedUrl(dataDir: string): Promise<string | null> {
  const url = (await readFile(join(dataDir, URL_FILE), 'utf8').catch(() => '')).trim();
  return URL.canParse(url) ? url : null;
}

/**
 * Returns the folder of the embedded database, created by `create` if it does not exist. It is created under another name
 * and renamed, so an interrupted start leaves no incomplete database. Needs the directory's lock.
 * @throws StartupError when the folder does not contain a complete database of version `version`
 */
export async function databaseFolder(
  dataDir: string,
  version: string,
  create: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(dataDir, 'database');
  const unfinished = join(dataDir, 'database.new');
  await rm(unfinished, { recursive: true, force: true });
  const entries = await listDirectory(folder);
  if (entries.length > 0) {
    await checkDatabase(folder, entries, version);
    return folder;
  }
  await create(unfinished);
  await rm(folder, { recursive: true, force: true });
  await rename(unfinished, folder);
  await syncToDisk(dataDir);
  return folder;
}

async function checkMarker(dataDir: string) {
  const file = join(dataDir, MARKER);
  const format = formatOf(await readFile(file, 'utf8'));
  if (format === FORMAT) return;
  if (format !== null)
    throw new StartupError(`DATA_DIR: ${resolve(dataDir)} was written by another version of this program.`);
  const content = JSON.stringify({ format: FORMAT });
  throw new StartupError(
    `DATA_DIR: ${resolve(file)} is damaged. Nothing was changed. Check the disk. The file must contain ${content}.`,
  );
}

/** Returns the format named in a marker file, or null when the file is damaged. */
function formatOf(marker: string): number | null {
  try {
    const { format } = JSON.parse(marker) as { format?: unknown };
    return typeof format === 'number' ? format : null;
  } catch {
    return null;
  }
}

async function checkDatabase(folder: string, entries: string[], version: string) {
  const needed = ['PG_VERSION', 'global', 'base', 'pg_wal'];
  const control = await stat(join(folder, 'global', 'pg_control')).catch(() => null);
  if (needed.some((name) => !entries.includes(name)) || control === null || control.size === 0) {
    throw new StartupError(
      `DATA_DIR: the database in ${resolve(folder)} is incomplete. Nothing was changed. Restore it from a copy.`,
    );
  }
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  if (found !== version) {
    throw new StartupError(
      `DATA_DIR: the database in ${resolve(folder)} is Postgres ${found}; this version needs Postgres ${version}.`,
    );
  }
}

async function listDirectory(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    const reason = code === 'ENOTDIR' ? 'is not a directory' : `cannot be read (${code ?? cause})`;
    throw new StartupError(`DATA_DIR: ${resolve(directory)} ${reason}.`, { cause });
  }
}
