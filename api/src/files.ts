import { randomUUID } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Name of the folder of unfinished files. */
export const INCOMING = '.incoming';

/** Returns whether a file or folder exists. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Syncs a file or folder to the disk. A rename is durable only after a sync of its folder, which Windows does not support. */
export async function syncToDisk(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Removes what a killed process left at `path`: anything older than `ms`. @returns whether it was removed */
export async function removeIfOlder(path: string, ms: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs <= ms) return false;
  await rm(path, { recursive: true, force: true });
  return true;
}

/**
 * Opens the folder of unfinished files below `root`. A file is written there and moved into place, so one in place is complete.
 * @param abandonedAfterMs older files are left by killed processes
 * @param newName of a temporary file
 */
export function createIncoming(root: string, abandonedAfterMs: number, newName: () => string = randomUUID) {
  const folder = join(root, INCOMING);
  return {
    /** Runs `use` with the path of a temporary file, which is always removed afterwards. */
    async withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T> {
      await mkdir(folder, { recursive: true });
      const path = join(folder, newName());
      try {
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    /** Moves a finished file to a path in `root`. */
    async place(path: string, prepared: string): Promise<void> {
      await syncToDisk(prepared);
      await rename(prepared, path);
      await syncToDisk(root);
    },
    /** Removes files of interrupted uploads. */
    async sweep(): Promise<void> {
      const names = await readdir(folder).catch(() => []);
      for (const name of names) await removeIfOlder(join(folder, name), abandonedAfterMs);
    },
  };
}
