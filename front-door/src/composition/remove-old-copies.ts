import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeAbandonedParts } from './write-atomically.js';

/** A file needs up to one block more than its content: many small files would not count otherwise. */
const BLOCK_BYTES = 4096;

/**
 * Removes copies of releases that are not in use, beyond `maxBytes`; those used last stay. Also removes unfinished files that an ended
 * process has left.
 * @param directory has a folder for each release, below one for each remote; its modification time is when it was used last
 * @param isInUse gets `name/version`
 */
export async function removeOldCopies(
  directory: string,
  isInUse: (key: string) => boolean,
  maxBytes: number,
): Promise<void> {
  const old: { key: string; usedAt: number }[] = [];
  for (const name of await foldersIn(directory)) {
    for (const version of await foldersIn(join(directory, name))) {
      const key = `${name}/${version}`;
      await removeAbandonedParts(join(directory, key));
      if (!isInUse(key)) old.push({ key, usedAt: (await stat(join(directory, key))).mtimeMs });
    }
  }
  let bytes = 0;
  for (const { key } of old.sort((a, b) => b.usedAt - a.usedAt)) {
    if (bytes <= maxBytes) bytes += await bytesOf(join(directory, key));
    if (bytes > maxBytes && !isInUse(key)) await rm(join(directory, key), { recursive: true, force: true });
  }
}

const foldersIn = async (directory: string): Promise<string[]> =>
  (await entriesOf(directory)).filter((entry) => entry.isDirectory()).map((entry) => entry.name);

/** Returns what is in a folder; nothing before it exists. */
const entriesOf = (directory: string, options: { recursive?: boolean } = {}): Promise<Dirent[]> =>
  readdir(directory, { ...options, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

async function bytesOf(folder: string): Promise<number> {
  const files = (await entriesOf(folder, { recursive: true })).filter((entry) => entry.isFile());
  let bytes = 0;
  for (const { parentPath, name } of files) bytes += (await stat(join(parentPath, name))).size + BLOCK_BYTES;
  return bytes;
}
