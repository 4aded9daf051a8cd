import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createIncoming, exists } from '../../files.js';

export type FilmKind = 'mp4' | 'vtt';
export type FilmStore = ReturnType<typeof createFilmStore>;

/** An upload takes at most some hours; older temporary files are left by a killed process. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/**
 * Opens the store of uploaded films and captions: `films/{sha256}.mp4` and `.vtt` in `dataDir`. Files are written under a
 * temporary name and renamed, so an existing file is complete.
 */
export function createFilmStore({ dataDir }: { dataDir: string }) {
  const root = join(dataDir, 'films');
  const incoming = createIncoming(root, ABANDONED_AFTER_MS);
  const pathOf = (id: string, kind: FilmKind) => join(root, `${id}.${kind}`);
  return {
    pathOf,
    withTemporaryFile: incoming.withTemporaryFile,
    has: (id: string, kind: FilmKind) => exists(pathOf(id, kind)),
    /** Moves a finished file into place under its content hash. */
    place: (id: string, kind: FilmKind, prepared: string) => incoming.place(pathOf(id, kind), prepared),
    remove: (id: string, kind: FilmKind) => rm(pathOf(id, kind), { force: true }),
    /** Removes files of interrupted uploads. */
    sweep: incoming.sweep,
  };
}

/** Returns the SHA-256 of a file, 64 hexadecimal digits, without holding it in memory. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
