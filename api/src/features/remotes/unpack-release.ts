import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { MANIFEST_TOO_LARGE, MAX_MANIFEST_BYTES } from '@godhuli/contracts/read-manifest';
import { type Extract, extract } from 'tar-stream';
import { limitBytes } from '../../chunks.js';
import { Malformed, TooLarge } from '../../http/errors.js';
import { BadArchive } from './bad-archive.js';
import { RELEASE_LIMITS } from './release-limits.js';

/** A relative path with `/`, without dot segments and special characters; the same rule as in the manifest. */
const SAFE_PATH = /^(?!.*(^|\/)\.\.?(\/|$))[A-Za-z0-9_@.-]+(\/[A-Za-z0-9_@.-]+)*$/;

/**
 * Returns the path under which a file of a release may be written.
 * @param taken paths seen before, in lower case, folders with a '/' at the end; this one is added
 * @throws BadArchive when the path leaves the folder, is too deep, exists already, or is both a file and a folder
 */
export function releaseFilePath(path: string, taken: Set<string>): string {
  const relative = path.replace(/^(\.\/)+/, '');
  if (!SAFE_PATH.test(relative) || relative.length > 200) {
    throw new BadArchive(`The archive contains the path ${JSON.stringify(path.slice(0, 120))}, which is not allowed.`);
  }
  if (relative.split('/').length > RELEASE_LIMITS.depth) {
    throw new BadArchive(`The path ${relative} has more than ${RELEASE_LIMITS.depth} levels.`);
  }
  // Two names that differ only in case are one file on some disks.
  const key = relative.toLowerCase();
  if (taken.has(key)) throw new BadArchive(`The archive contains ${relative} twice.`);
  const folders = [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1));
  const both = taken.has(`${key}/`) ? key : folders.find((folder) => taken.has(folder.slice(0, -1)));
  if (both) throw new BadArchive(`The archive contains ${both.replace(/\/$/, '')} as a file and as a folder.`);
  for (const name of [key, ...folders]) taken.add(name);
  return relative;
}

/** Creates a new file, lets `write` fill it and syncs it to disk. */
export async function writeNewFile(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'wx');
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

const MEGABYTE = 1024 * 1024;
const tooLargePacked = () =>
  new TooLarge(`A packed release may have ${RELEASE_LIMITS.packedBytes / MEGABYTE} MB at most.`);
const tooLargeUnpacked = () =>
  new BadArchive(`A release may have ${RELEASE_LIMITS.unpackedBytes / MEGABYTE} MB unpacked at most.`);

/** Bytes of headers before an entry. tar-stream alone collects up to 4 MB and parses them at once, which takes 0.7 s. */
const MAX_HEADER_BYTES = 128 * 1024;
const BLOCK_BYTES = 512;

/**
 * Unpacks a tar.gz into an existing, empty folder while it arrives. Accepts only files and folders with plain relative
 * paths; stops at the first limit of RELEASE_LIMITS that is exceeded, before it reads the rest.
 * @throws TooLarge for the packed bytes, Malformed when the connection breaks, BadArchive for everything else
 */
export async function unpackRelease(body: AsyncIterable<Uint8Array>, directory: string): Promise<void> {
  const archive = extract();
  /** the bytes of the entries so far, without extended headers */
  let entryBytes = 0;
  archive.on('entry', ({ type, size }) => {
    entryBytes += BLOCK_BYTES + (type === 'directory' ? 0 : Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES);
  });
  const tooLongHeader = () => new BadArchive('The archive has an extended header that is too long.');
  const arrival = pipeline(
    body,
    limitBytes(() => RELEASE_LIMITS.packedBytes, tooLargePacked),
    createGunzip(),
    limitBytes(() => RELEASE_LIMITS.unpackedBytes, tooLargeUnpacked),
    limitBytes(() => entryBytes + MAX_HEADER_BYTES, tooLongHeader),
    archive as unknown as Writable,
  );
  // What ends the arrival also ends the entries, with the same error.
  const [, written] = await Promise.allSettled([arrival, writeEntries(archive, directory)]);
  if (written.status === 'fulfilled') return;
  // The client has gone, which is no failure of the server.
  if (written.reason?.code === 'ECONNRESET') throw new Malformed('The upload was interrupted. Please send it again.');
  throw isArchiveError(written.reason) ? new BadArchive('The archive is not a complete tar.gz.') : written.reason;
}

/** Whether zlib or tar-stream cannot read the archive. Errors of files and connections have a code like 'ENOSPC'. */
const isArchiveError = (error: unknown): boolean =>
  !(error instanceof BadArchive || error instanceof TooLarge) &&
  !/^E[A-Z]+$/.test((error as NodeJS.ErrnoException | null)?.code ?? '');

async function writeEntries(archive: Extract, directory: string): Promise<void> {
  const taken = new Set<string>();
  let entries = 0;
  for await (const entry of archive) {
    const { name, type, size = 0 } = entry.header;
    entries += 1;
    if (entries > RELEASE_LIMITS.entries) {
      throw new BadArchive(`A release may have ${RELEASE_LIMITS.entries} files at most.`);
    }
    if (type === 'directory') {
      // Folders are created with their files; an entry for one only needs a valid name.
      const path = name.replace(/\/$/, '').replace(/^(\.\/)+/, '');
      if (path !== '' && path !== '.') releaseFilePath(path, new Set());
    } else if (type === 'file' || type === 'contiguous-file') {
      const path = releaseFilePath(name, taken);
      if (path === 'release.json' && size > MAX_MANIFEST_BYTES) throw new BadArchive(MANIFEST_TOO_LARGE);
      await writeNewFile(join(directory, path), async (file) => {
        for await (const chunk of entry as AsyncIterable<Uint8Array>) await file.appendFile(chunk);
      });
    } else {
      throw new BadArchive(`The archive contains ${JSON.stringify(name.slice(0, 120))}, which is not a regular file.`);
    }
  }
  if (entries === 0) throw new BadArchive('The archive is empty.');
}
