import { execFile } from 'node:child_process';
import { fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { StartupError } from '@godhuli/server/startup-error';
import { builtProgram } from '../built-program.js';
import { diskError, freeSpace } from './data-directory.js';
import { compileLate } from './late-compilation.js';

/** Major version of the Postgres in PGlite, whose version is pinned in package.json. */
export const PGLITE_POSTGRES_VERSION = '18';

interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } };
}

/** Adds fsync to Emscripten's NODEFS, which has none, so that commits reach the disk. Counts its calls. */
class DurableNodeFs extends NodeFS {
  syncs = 0;

  override async init(...args: Parameters<NodeFS['init']>) {
    const prepared = await super.init(...args);
    const { emscriptenOpts } = prepared;
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    preRun.push((module: unknown) => {
      (module as EmscriptenModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        if (nfd !== undefined) fsyncSync(nfd);
        this.syncs += 1;
        return 0;
      };
    });
    emscriptenOpts.preRun = preRun as typeof emscriptenOpts.preRun;
    return prepared;
  }
}

/**
 * PGlite starts Postgres with `-F` (no fsync). Remove it, so that every commit reaches the disk. Of its 128 MB of shared buffers it
 * touches most at the start; the database of a studio is smaller than 32 MB, and its files stay in the cache of the system.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB'],
];

/**
 * Opens or creates a PGlite database in `folder` whose commits reach the disk. The caller holds the directory's lock.
 * @throws StartupError when a test commit was not synced, or the folder cannot be opened
 */
export async function openDurablePglite(folder: string): Promise<PGlite> {
  compileLate();
  const fs = new DurableNodeFs(folder);
  const pglite = await PGlite.create({ fs, dataDir: folder, startParams, relaxedDurability: false }).catch(
    async (cause) => {
      const isFull = (await freeSpace(folder).catch(() => null))?.isFull;
      if (isFull) throw diskError('is full', folder, cause);
      throw new StartupError(`DATA_DIR: the database in ${folder} cannot be opened (${cause}).`, { cause });
    },
  );
  const before = fs.syncs;
  await pglite.query(`select pg_logical_emit_message(true, 'boot', 'does a commit reach the disk?')`);
  if (fs.syncs === before) {
    await pglite.close();
    throw new StartupError(
      'The embedded database does not write commits to the disk on this machine. Set DATABASE_URL.',
    );
  }
  return pglite;
}

const CREATE_DATABASE = builtProgram(import.meta.url, './create-database.js');

/**
 * Creates an empty database in `folder` and syncs it to the disk.
 * @throws StartupError
 */
export async function createPglite(folder: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, ['--no-warnings', CREATE_DATABASE, folder]);
  } catch (cause) {
    const reason = (cause as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(cause);
    throw new StartupError(`DATA_DIR: the database in ${folder} cannot be created (${reason}).`, { cause });
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = await open(join(entry.parentPath, entry.name));
    await file.sync().finally(() => file.close());
  }
}
