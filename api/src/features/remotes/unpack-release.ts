import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { TooLarge } from '../../http/errors.js';
import { BadArchive } from './bad-archive.js';
import { readTar } from './read-tar.js';
import { RELEASE_LIMITS } from './release-limits.js';

/** A relative path with `/`, no dot segments, no odd characters; the same rule as in the manifest. */
const SAFE_PATH = /^(?!.*(^|\/)\.\.?(\/|$))[A-Za-z0-9_@.-]+(\/[A-Za-z0-9_@.-]+)*$/;

/**
 * The path of a file of a release, as it may be written.
 * @param taken paths seen before, in small letters, folders with a '/' at the end; grows by this one
 * @throws BadArchive when the path leaves the folder, is too deep, is there already, or is a file and a folder
 */
export function releaseFilePath(path: string, taken: Set<string>): string {
  const relative = path.replace(/^(\.\/)+/, '');
  if (!SAFE_PATH.test(relative) || relative.length > 200) {
    throw new BadArchive(`The archive contains the path ${JSON.stringify(path.slice(0, 120))}, which is not allowed.`);
  }
  if (relative.split('/').length > RELEASE_LIMITS.depth) {
    throw new BadArchive(`The path ${relative} has more than ${RELEASE_LIMITS.depth} levels.`);
  }
  // Two names that differ in case only are one file on some disks.
  const key = relative.toLowerCase();
  if (taken.has(key)) throw new BadArchive(`The archive contains ${relative} twice.`);
  const folders = [...key.matchAll(/\//g)].map(({ index }) => key.slice(0, index + 1));
  const both = taken.has(`${key}/`) ? key : folders.find((folder) => taken.has(folder.slice(0, -1)));
  if (both) throw new BadArchive(`The archive contains ${both.replace(/\/$/, '')} as a file and as a folder.`);
  for (const name of [key, ...folders]) taken.add(name);
  return relative;
}

/** Creates a new file, lets `write` fill it and makes sure that it has reached the disk. */
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

/** Counts what passes and stops when it is too much. */
async function* bounded(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  tooMuch: () => Error,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooMuch();
    yield chunk;
  }
}

const MEGABYTE = 1024 * 1024;
const tooLargePacked = () =>
  new TooLarge(`A packed release may have ${RELEASE_LIMITS.packedBytes / MEGABYTE} MB at most.`);
const tooLargeUnpacked = () =>
  new BadArchive(`A release may have ${RELEASE_LIMITS.unpackedBytes / MEGABYTE} MB unpacked at most.`);

/**
 * Unpacks a tar.gz into an existing, empty folder while it arrives. Only plain files and folders with plain
 * relative paths are taken; whatever passes a limit of RELEASE_LIMITS ends it at once, before the rest is read.
 * @throws TooLarge for the packed bytes, BadArchive for everything else
 */
export async function unpackRelease(body: AsyncIterable<Uint8Array>, directory: string): Promise<void> {
  const packed = Readable.from(bounded(body, RELEASE_LIMITS.packedBytes, tooLargePacked));
  const gunzip = createGunzip();
  packed.on('error', (error) => gunzip.destroy(error));
  packed.pipe(gunzip);
  try {
    await writeEntries(bounded(gunzip, RELEASE_LIMITS.unpackedBytes, tooLargeUnpacked), directory);
  } catch (error) {
    if (error instanceof BadArchive || error instanceof TooLarge) throw error;
    if (isArchiveError(error)) throw new BadArchive('The archive is not a complete tar.gz.');
    throw error;
  } finally {
    packed.destroy();
    gunzip.destroy();
  }
}

const isArchiveError = (error: unknown): boolean => {
  const code = String((error as { code?: unknown } | null)?.code ?? '');
  return code.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE';
};

async function writeEntries(bytes: AsyncIterable<Uint8Array>, directory: string): Promise<void> {
  const taken = new Set<string>();
  let entries = 0;
  for await (const entry of readTar(bytes)) {
    entries += 1;
    if (entries > RELEASE_LIMITS.entries) {
      throw new BadArchive(`A release may have ${RELEASE_LIMITS.entries} files at most.`);
    }
    if (entry.kind === 'other') {
      throw new BadArchive(
        `The archive contains ${JSON.stringify(entry.path.slice(0, 120))}, which is not a regular file.`,
      );
    }
    if (entry.kind === 'folder') {
      // Folders come with their files; one that is announced only has to have a decent name.
      const path = entry.path.replace(/^(\.\/)+|\/+$/g, '');
      if (path !== '' && path !== '.') releaseFilePath(path, new Set());
      continue;
    }
    await writeNewFile(join(directory, releaseFilePath(entry.path, taken)), async (file) => {
      for await (const chunk of entry.content()) await file.appendFile(chunk);
    });
  }
  if (entries === 0) throw new BadArchive('The archive is empty.');
}
