import { access, open, rm, stat } from 'node:fs/promises';

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
