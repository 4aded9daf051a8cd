import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const UNFINISHED = /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** An older unfinished file belongs to a process that has ended. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Writes to a temporary file and renames it, so that neither a crash nor a concurrent write leaves half of a file. */
export async function writeAtomically(place: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const part = `${place}.${randomUUID()}.part`;
  try {
    await writeFile(part, content);
    await rename(part, place);
  } catch (error) {
    // On a full disk it would keep the room that it has taken.
    await rm(part, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Removes what `writeAtomically` of an ended process has left in a folder and below. */
export async function removeAbandonedParts(folder: string): Promise<void> {
  for (const path of await readdir(folder, { recursive: true })) {
    if (!UNFINISHED.test(path)) continue;
    const found = await stat(join(folder, path)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(join(folder, path), { force: true });
  }
}
