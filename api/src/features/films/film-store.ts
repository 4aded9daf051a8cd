import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists, removeIfOlder, syncToDisk } from '../../files.js';

export type FilmKind = 'mp4' | 'vtt';
export type FilmStore = ReturnType<typeof createFilmStore>;

const INCOMING = '.incoming';
/** An upload takes at most some hours; older temporary files are left by a killed process. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

/**
 * Opens the store of uploaded films and captions: `films/{sha256}.mp4` and `.vtt` in `dataDir`. Files are written under a
 * temporary name and renamed, so an existing file is complete.
 */
export function createFilmStore({ dataDir }: { dataDir: string }) {
  const root = join(dataDir, 'films');
  const incoming = join(root, INCOMING);
  const pathOf = (id: string, kind: FilmKind) => join(root, `${id}.${kind}`);
  return {
    pathOf,
    /** Runs `use` with the path of a temporary file, which is always removed afterwards. */
    async withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T> {
      await mkdir(incoming, { recursive: true });
      const path = join(incoming, randomUUID());
      try {
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    has: (id: string, kind: FilmKind) => exists(pathOf(id, kind)),
    /** Moves a finished file into place under its content hash. */
    async place(id: string, kind: FilmKind, prepared: string): Promise<void> {
      await syncToDisk(prepared);
      await rename(prepared, pathOf(id, kind));
      await syncToDisk(root);
    },
    remove: (id: string, kind: FilmKind) => rm(pathOf(id, kind), { force: true }),
    /** Removes files of interrupted uploads. */
    async sweep(): Promise<void> {
      const names = await readdir(incoming).catch(() => []);
      for (const name of names) await removeIfOlder(join(incoming, name), ABANDONED_AFTER_MS);
    },
  };
}

/** Returns the SHA-256 of a file, 64 hexadecimal digits, without holding it in memory. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
