import { randomBytes } from 'node:crypto';
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { tryLock } from 'fs-native-extensions';
import { StartupError } from '../startup-error.js';

const MARKER = 'godhuli.json';
const FORMAT = 1;

/**
 * Makes sure that `dataDir` is ours: empty or absent (then it is made and marked), or marked by an earlier start.
 * @throws StartupError when it holds something else; then nothing in it was touched
 */
export async function claimDataDirectory(dataDir: string): Promise<void> {
  const entries = await listDirectory(dataDir);
  if (entries.includes(MARKER)) return checkMarker(dataDir);
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
export const isDataDirectory = async (directory: string): Promise<boolean> =>
  (await stat(join(directory, MARKER)).catch(() => null)) !== null;

/**
 * Says why files cannot be written in a directory that is there or that a start would make: 'cannot be written to: …'; null
 * when they can. It leaves nothing behind. Not `mkdir` with `recursive`, which never ends below /proc.
 */
export async function findDirectoryProblem(directory: string): Promise<string | null> {
  let nearest = resolve(directory);
  while ((await stat(nearest).catch(() => null)) === null && dirname(nearest) !== nearest) nearest = dirname(nearest);
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
  ENOENT: 'takes no files',
  ENOSPC: 'is on a full disk',
};

/**
 * Takes the data directory for this process alone. The lock is the kernel's, so it dies with the process,
 * however that ends; PGlite has none of its own and two openers destroy each other's rows.
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

/**
 * The folder of the embedded database, made by `create` when there is none yet. It is made beside its place and
 * renamed, so a start that dies half-way leaves nothing half-written. Needs the directory's lock.
 * @throws StartupError when the folder is there but no whole database of version `version`
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
  syncDirectory(dataDir);
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

/** The format that a marker names, or null when it is damaged. */
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

/** A rename is on the disk only when its directory is (not possible, and not needed, on Windows). */
function syncDirectory(directory: string) {
  if (process.platform === 'win32') return;
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
