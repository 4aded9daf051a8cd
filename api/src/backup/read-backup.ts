import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as createExtract } from 'tar-stream';
import { eachChunk, limitBytes } from '../chunks.js';
import {
  type BackupManifest,
  BackupRefused,
  backupManifestSchema,
  isBackupEntry,
  MANIFEST_PATH,
  tableEntry,
} from './backup-format.js';

const MAX_MANIFEST_BYTES = 64 * 1024 * 1024;

/**
 * Reads a whole backup and checks every entry against the manifest. Writes nothing.
 * @throws BackupRefused when the file is damaged, incomplete or not a backup
 */
export async function verifyBackup(file: string): Promise<BackupManifest> {
  return readChecked(file, async (_path, content) => {
    for await (const chunk of content) void chunk;
  });
}

/**
 * Unpacks a backup into `folder`.
 * @throws BackupRefused as {@link verifyBackup}; then `folder` must be discarded
 */
export async function unpackBackup(file: string, folder: string): Promise<BackupManifest> {
  return readChecked(file, async (path, content) => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(Readable.from(content), createWriteStream(target, { flags: 'wx', flush: true }));
  });
}

type EntryReader = (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>;

async function readChecked(file: string, readEntry: EntryReader): Promise<BackupManifest> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new BackupRefused(`${file} does not exist.`);
  try {
    return await readEntries(file, readEntry);
  } catch (cause) {
    if (cause instanceof BackupRefused) throw cause;
    const code = (cause as NodeJS.ErrnoException | null)?.code ?? '';
    // Problems of the disk (full, read-only, no permission) are not problems of the file.
    if (/^E[A-Z]+$/.test(code)) throw cause;
    throw damaged(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

const damaged = (file: string, reason: string, cause?: unknown) =>
  new BackupRefused(`${file} is damaged or is not a backup (${reason.replace(/\.$/, '')}). Nothing was changed.`, {
    cause,
  });

async function readEntries(file: string, readEntry: EntryReader): Promise<BackupManifest> {
  const seen = new Map<string, { size: number; sha256: string }>();
  let manifestText: string | null = null;
  const extract = createExtract();
  const feeding = pipeline(createReadStream(file), createGunzip(), extract as unknown as NodeJS.WritableStream);
  // The loop throws the same error. Catching it here prevents an unhandled rejection before that.
  feeding.catch(() => {});
  for await (const entry of extract) {
    const { name, type } = entry.header;
    const content = entry as unknown as AsyncIterable<Uint8Array>;
    if (manifestText !== null) throw damaged(file, 'there is data after the manifest');
    if (name === MANIFEST_PATH) {
      const limited = limitBytes(
        () => MAX_MANIFEST_BYTES,
        () => damaged(file, 'its manifest is too large'),
      );
      manifestText = await text(limited(content));
      continue;
    }
    if (type !== 'file' || !isBackupEntry(name)) throw damaged(file, `unexpected entry: ${name.slice(0, 100)}`);
    if (seen.has(name)) throw damaged(file, `${name} appears twice`);
    const hash = createHash('sha256');
    let size = 0;
    const counted = eachChunk((chunk) => {
      hash.update(chunk);
      size += chunk.byteLength;
    });
    await readEntry(name, counted(content));
    seen.set(name, { size, sha256: hash.digest('hex') });
  }
  await feeding;
  if (manifestText === null) throw damaged(file, 'its manifest is missing');
  return compare(file, parseManifest(file, manifestText), seen);
}

function parseManifest(file: string, json: string): BackupManifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw damaged(file, 'its manifest cannot be read', cause);
  }
  const parsed = backupManifestSchema.safeParse(value);
  if (!parsed.success) throw damaged(file, 'this version does not support its manifest', parsed.error);
  return parsed.data;
}

function compare(file: string, manifest: BackupManifest, seen: Map<string, { size: number; sha256: string }>) {
  for (const { path, size, sha256 } of manifest.entries) {
    const actual = seen.get(path);
    if (!actual) throw damaged(file, `${path} is missing`);
    if (actual.size !== size || actual.sha256 !== sha256) throw damaged(file, `${path} does not match its checksum`);
    seen.delete(path);
  }
  const [extra] = seen.keys();
  if (extra !== undefined) throw damaged(file, `${extra} is not in its manifest`);
  const paths = new Set(manifest.entries.map((entry) => entry.path));
  const absent = manifest.tables.find((table) => !paths.has(tableEntry(table.name)));
  if (absent) throw damaged(file, `the rows of ${absent.name} are missing`);
  return manifest;
}
