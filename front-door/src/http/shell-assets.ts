import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isNamedByContent } from '@godhuli/contracts/page';
import { createByteLimitedCache } from '@godhuli/server/byte-limited-cache';
import { CompressionQueue } from '@godhuli/server/compression-queue';
import { contentTypeOf } from '@godhuli/server/content-type';
import { Representation } from '@godhuli/server/representation';
import { SingleFlight } from '@godhuli/server/single-flight';
import { writeAtomically } from '../composition/write-atomically.js';
import type { Logger } from '../logger.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A browser shows a document for a day without asking (decision 036), and a tab may stay open for longer. */
const KEPT_MS = 7 * DAY_MS;
/** Copies of other builds; a build has 1 MB. */
const OTHER_BUILDS_BYTES = 64 * 1024 * 1024;
/** A small file needs a whole block of the disk. */
const BLOCK_BYTES = 4096;
const MEMORY_BYTES = 8 * 1024 * 1024;
/** Compressing this much takes 0.5 to 1 s. */
const COMPRESSED_AT_ONCE_BYTES = 256 * 1024;

interface ShellAssetsOptions {
  /** files of this build by path, see `readStaticFiles` */
  statics: Map<string, Representation>;
  /** one for all front doors of the site */
  directory: string;
  logger: Logger;
  otherBuildsBytes?: number;
}

export type ShellAssets = Awaited<ReturnType<typeof openShellAssets>>;

/**
 * Copies the files of this build of the shell that are named by their content to a folder of the site, and serves those of other builds
 * from there: an open page, or one that another process has sent, may need them (decision 056).
 */
export async function openShellAssets(options: ShellAssetsOptions) {
  const { statics, directory, logger, otherBuildsBytes = OTHER_BUILDS_BYTES } = options;
  const ofThisBuild = [...statics].filter(([path]) => isNamedByContent(path));
  const representations = createByteLimitedCache<Representation>(MEMORY_BYTES, ({ memoryBytes }) => memoryBytes);
  const compressions = new CompressionQueue(COMPRESSED_AT_ONCE_BYTES);
  const loads = new SingleFlight<Representation | null>();

  /** Removes copies that no process has had in its build for a week, and the oldest above the limit. */
  async function removeOld(): Promise<void> {
    const others: { place: string; size: number; usedAt: number }[] = [];
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }).catch(ifMissing([]))) {
      const place = join(entry.parentPath, entry.name);
      if (!entry.isFile() || statics.has(relative(directory, place).split(sep).join('/'))) continue;
      const found = await stat(place).catch(ifMissing(null));
      if (found) others.push({ place, size: found.size, usedAt: found.mtimeMs });
    }
    let bytes = 0;
    for (const { place, size, usedAt } of others.sort((a, b) => b.usedAt - a.usedAt)) {
      bytes += size + BLOCK_BYTES;
      if (bytes > otherBuildsBytes || Date.now() - usedAt > KEPT_MS) await rm(place, { force: true });
    }
  }

  /** Writes what is missing, and sets when this build was used last. */
  async function copy(): Promise<void> {
    const now = new Date();
    for (const [path, { plain }] of ofThisBuild) {
      const place = join(directory, path);
      const found = await stat(place).catch(ifMissing(null));
      if (found?.size === plain.length) await utimes(place, now, now);
      else await writeAtomically(place, plain);
    }
  }

  /** A full disk costs the copies, not the start. */
  async function refresh(): Promise<void> {
    const warn = (message: string) => (error: unknown) => logger.warn({ err: error }, message);
    await removeOld().catch(warn('could not remove files of older builds of the shell from disk'));
    await copy().catch(warn('could not save files of the shell to disk; pages will lack them after the next update'));
  }

  await refresh();
  const timer = setInterval(() => void refresh(), DAY_MS).unref();

  return {
    /** Returns a file of another build of the shell; null if there is no copy. */
    async get(path: string): Promise<Representation | null> {
      if (!isNamedByContent(path)) return null;
      return (
        representations.get(path) ??
        loads.run(path, async () => {
          const bytes = await readFile(join(directory, path)).catch(() => null);
          if (!bytes) return null;
          const file = new Representation(bytes, contentTypeOf(path), { brotliQuality: 10, queue: compressions });
          representations.set(path, file);
          return file;
        })
      );
    },
    close(): void {
      clearInterval(timer);
    },
  };
}

/** Returns a value instead of a file or folder that does not exist, or that another process has just removed. */
const ifMissing =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
