import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createIncoming, INCOMING, removeIfOlder } from '../../files.js';

/** An upload takes minutes, and its row is committed right after the file is in place. Older files are left by killed processes. */
const ABANDONED_AFTER_MS = 3_600_000;

export type ClientFileStore = ReturnType<typeof createClientFileStore>;

/**
 * Opens the store of the files of clients: `client-files/{id}` in `dataDir`. The id is random, so two clients never share
 * bytes and an erasure removes them. A file is written under another name and renamed, so it is complete. Writes nothing
 * before it is needed.
 */
export function createClientFileStore(dataDir: string) {
  const root = join(dataDir, 'client-files');
  const incoming = createIncoming(root, ABANDONED_AFTER_MS);
  const pathOf = (id: string) => join(root, id);
  return {
    pathOf,
    withTemporaryFile: incoming.withTemporaryFile,
    newId: () => randomBytes(16).toString('hex'),
    /** Moves a finished file into place. */
    place: (id: string, prepared: string) => incoming.place(pathOf(id), prepared),
    remove: (id: string) => rm(pathOf(id), { force: true }),
    /** Removes what killed processes left: unfinished uploads, and files without a row. */
    async sweep(known: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<void> {
      const ids = (await readdir(root).catch(() => [])).filter((name) => name !== INCOMING);
      const withRow = await known(ids);
      for (const id of ids) if (!withRow.has(id)) await removeIfOlder(pathOf(id), ABANDONED_AFTER_MS);
      await incoming.sweep();
    },
  };
}
