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
  FolderDigest,
  folderOf,
  isBackupEntry,
  MANIFEST_PATH,
  MAX_MANIFEST_BYTES,
  type PackedFile,
  tableEntry,
} from './backup-format.js';

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
  const seen: SeenEntries = { files: new Map(), folders: new FolderDigests() };
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
    if (seen.files.has(name)) throw damaged(file, `${name} appears twice`);
    const hash = createHash('sha256');
    let size = 0;
    const counted = eachChunk((chunk) => {
      hash.update(chunk);
      size += chunk.byteLength;
    });
    await readEntry(name, counted(content));
    const packed = { path: name, size, sha256: hash.digest('hex') };
    const folder = folderOf(name);
    if (folder === undefined) seen.files.set(name, packed);
    else if (!seen.folders.add(folder, packed)) throw damaged(file, `${name} is in the wrong place`);
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

/** What a backup contains. Of folders only a digest is kept: they may have more files than fit into memory. */
interface SeenEntries {
  files: Map<string, PackedFile>;
  folders: FolderDigests;
}

class FolderDigests {
  readonly #digests = new Map<string, FolderDigest>();

  /** @returns whether the file follows those before it */
  add(folder: string, file: PackedFile): boolean {
    const digest = this.#digests.get(folder) ?? new FolderDigest(folder);
    this.#digests.set(folder, digest);
    return digest.add(file);
  }

  /** Returns the folders by path. */
  end(): Map<string, ReturnType<FolderDigest['end']>> {
    return new Map([...this.#digests].map(([path, digest]) => [path, digest.end()]));
  }
}

/** Returns files and folders as the manifest lists them. An older manifest lists the files of releases one by one. */
function listedIn(file: string, { entries, folders = [] }: BackupManifest) {
  const older = new FolderDigests();
  const files = entries.filter((entry) => {
    const folder = folderOf(entry.path);
    if (folder === undefined) return true;
    if (!older.add(folder, entry)) throw damaged(file, `${entry.path} is in the wrong place of its manifest`);
    return false;
  });
  return { files, folders: [...folders, ...older.end().values()] };
}

function compare(file: string, manifest: BackupManifest, { files, folders }: SeenEntries) {
  const listed = listedIn(file, manifest);
  const seenFolders = folders.end();
  const take = <Seen>(seen: Map<string, Seen>, path: string, isSame: (actual: Seen) => boolean) => {
    const actual = seen.get(path);
    if (!actual) throw damaged(file, `${path} is missing`);
    if (!isSame(actual)) throw damaged(file, `${path} does not match its checksum`);
    seen.delete(path);
  };
  for (const { path, size, sha256 } of listed.files)
    take(files, path, (actual) => actual.size === size && actual.sha256 === sha256);
  for (const { path, files: count, sha256 } of listed.folders)
    take(seenFolders, path, (actual) => actual.files === count && actual.sha256 === sha256);
  const [extra] = [...files.keys(), ...seenFolders.keys()];
  if (extra !== undefined) throw damaged(file, `${extra} is not in its manifest`);
  const paths = new Set(manifest.entries.map((entry) => entry.path));
  const absent = manifest.tables.find((table) => !paths.has(tableEntry(table.name)));
  if (absent) throw damaged(file, `the rows of ${absent.name} are missing`);
  return manifest;
}
