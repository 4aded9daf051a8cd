import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
import { eachChunk } from '../chunks.js';
import type { OpenDatabase } from '../db/open-database.js';
import { removeIfOlder } from '../files.js';
import { Conflict } from '../http/errors.js';
import {
  BACKUP_FORMAT,
  type BackupManifest,
  FolderDigest,
  MANIFEST_PATH,
  MAX_MANIFEST_BYTES,
  type Progress,
  tableEntry,
} from './backup-format.js';
import { type DatabaseDump, dumpDatabase, isReferenced } from './dump-database.js';

const TEMPORARY = 'backup-in-progress-';
/** Older temporary folders are left by an interrupted process: a backup takes minutes. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
/** The longest entry of a manifest, without its path if that is of a release. */
const MAX_ENTRY_BYTES = 200;

/** Removes the rows that killed backups left in `dataDir`, in plain text. @returns how many folders */
export async function removeAbandonedBackups(dataDir: string): Promise<number> {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith(TEMPORARY));
  const removed = await Promise.all(names.map((name) => removeIfOlder(join(dataDir, name), ABANDONED_AFTER_MS)));
  return removed.filter(Boolean).length;
}

interface BackupSource extends Pick<OpenDatabase, 'db' | 'engine'> {
  /** holds `media/`, `films/`, `client-files/` and `releases/` */
  dataDir: string;
  onProgress?: Progress;
  maxManifestBytes?: number;
}

/**
 * Starts a backup and returns it as a tar.gz stream: the tables of one snapshot, the masters of the media (variants can be
 * made from them), films and captions, files of clients, the files of all stored releases, and last a manifest with the
 * SHA-256 of each entry, of a release that of all its files. Files never change, so those read after the snapshot still match
 * it. A file that is removed with its row in between is left out. The stream fails when a file cannot be read completely; the
 * backup is unusable then.
 * @throws Conflict when there are more photos and files than a backup can list
 */
export async function startBackup(source: BackupSource): Promise<Readable> {
  await removeAbandonedBackups(source.dataDir);
  const temporary = await mkdtemp(join(source.dataDir, TEMPORARY));
  const discard = () => rm(temporary, { recursive: true, force: true });
  try {
    const dump = await dumpDatabase(source.db, temporary);
    const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
    source.onProgress?.(`database: ${dump.tables.length} tables, ${rows} rows`);
    requireRoomInManifest(dump, source.maxManifestBytes ?? MAX_MANIFEST_BYTES);
    const pack = createPack();
    const gzip = createGzip({ level: 4 });
    const packing = packEverything(pack, source, dump, temporary).catch((error) => pack.destroy(error));
    pipeline(pack as unknown as Readable, gzip)
      .catch((error) => gzip.destroy(error))
      .finally(() => packing.then(discard));
    return gzip;
  } catch (error) {
    await discard();
    throw error;
  }
}

/** A restore refuses a larger manifest, which would only be known after the transfer. @throws Conflict */
function requireRoomInManifest(dump: DatabaseDump, maxBytes: number): void {
  const { tables, migrations, foreignTables, releases, mediaIds, filmFiles, clientFiles } = dump;
  const ofReleases = releases.reduce((sum, { remote, version }) => sum + remote.length + version.length, 0);
  const base = JSON.stringify([tables, migrations, foreignTables]).length + ofReleases;
  const files = mediaIds.length + filmFiles.length + clientFiles.length;
  if (base + MAX_ENTRY_BYTES * (tables.length + releases.length + files) <= maxBytes) return;
  const room = Math.floor((maxBytes - base) / MAX_ENTRY_BYTES) - tables.length - releases.length;
  const limit = `A backup can list ${Math.max(0, room)} photos, films and files of clients, and the site has ${files}.`;
  throw new Conflict(`${limit} Delete those that you do not need.`);
}

async function packEverything(pack: Pack, source: BackupSource, dump: DatabaseDump, temporary: string) {
  const entries: BackupManifest['entries'] = [];
  const folders: BackupManifest['folders'] = [];
  const missing: string[] = [];
  const packWanted = async (path: string, file: string, isWanted: () => Promise<boolean>) => {
    const packed = await packFile(pack, path, file);
    if (!packed && (await isWanted())) missing.push(path);
    return packed && { path, ...packed };
  };
  const add = async (...wanted: Parameters<typeof packWanted>) => {
    const packed = await packWanted(...wanted);
    if (packed) entries.push(packed);
  };
  const { db, dataDir } = source;
  for (const { name } of dump.tables) await add(tableEntry(name), join(temporary, `${name}.jsonl`), async () => true);
  for (const [index, id] of dump.mediaIds.entries()) {
    await add(`media/${id}/master`, join(dataDir, 'media', id, 'master'), () => isReferenced.media(db, id));
    report(source.onProgress, 'photos', index + 1, dump.mediaIds.length);
  }
  for (const name of dump.filmFiles)
    await add(`films/${name}`, join(dataDir, 'films', name), () => isReferenced.film(db, name));
  for (const id of dump.clientFiles)
    await add(`client-files/${id}`, join(dataDir, 'client-files', id), () => isReferenced.clientFile(db, id));
  for (const [index, { remote, version }] of dump.releases.entries()) {
    const path = `releases/${remote}/${version}`;
    const folder = join(dataDir, 'releases', remote, version);
    const isWanted = () => isReferenced.release(db, remote, version);
    const files = await listFiles(folder);
    if (files.length === 0 && (await isWanted())) missing.push(path);
    const digest = new FolderDigest(path);
    for (const file of files) {
      const packed = await packWanted(`${path}/${file}`, join(folder, file), isWanted);
      if (packed) digest.add(packed);
    }
    const packedFolder = digest.end();
    if (packedFolder.files > 0) folders.push(packedFolder);
    report(source.onProgress, 'releases', index + 1, dump.releases.length);
  }
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    createdAt: new Date().toISOString(),
    engine: source.engine,
    migrations: dump.migrations,
    tables: dump.tables,
    ...(dump.foreignTables.length > 0 && { foreignTables: dump.foreignTables }),
    missing,
    entries,
    folders,
  };
  await new Promise<void>((resolve, reject) => {
    pack.entry({ name: MANIFEST_PATH }, JSON.stringify(manifest), (error) => (error ? reject(error) : resolve()));
  });
  pack.finalize();
}

/**
 * Packs a file and returns its size and SHA-256; null when there is none.
 * @throws when its size changes
 */
async function packFile(pack: Pack, path: string, file: string): Promise<{ size: number; sha256: string } | null> {
  // Opened before its size is read: a file that is removed in between is read to its end.
  const opened = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (!opened) return null;
  try {
    const found = await opened.stat();
    if (!found.isFile()) return null;
    const hash = createHash('sha256');
    const hashing = eachChunk((chunk) => hash.update(chunk));
    const entry = pack.entry({ name: path, size: found.size });
    const content = opened.createReadStream({ autoClose: false });
    await pipeline(content, hashing, entry as unknown as NodeJS.WritableStream);
    return { size: found.size, sha256: hash.digest('hex') };
  } finally {
    await opened.close();
  }
}

/** Reports progress in steps of 10 %. */
function report(onProgress: Progress | undefined, what: string, done: number, all: number) {
  const step = Math.max(1, Math.ceil(all / 10));
  if (done % step === 0 || done === all) onProgress?.(`${what}: ${done} of ${all}`);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}
