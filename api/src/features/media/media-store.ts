import { randomUUID } from 'node:crypto';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Media } from '@godhuli/contracts/media';
import type { ImageDescription } from './image-job.js';
import { ImageWorkerPool, PRIORITY, type Priority, type QueuedJob } from './image-worker-pool.js';
import { OPEN_GRAPH, variantJob, variantNames } from './variant.js';

const INCOMING = '.incoming';
/** JPEG or WebP without an extension. Never served. */
const MASTER = 'master';
/** Files without a row are removed after this time: another process may be about to insert the row. */
const ORPHAN_AFTER_MS = 3_600_000;

/**
 * The files of images: `media/{id}/master` and the variants created so far. Every file is written under a temporary name and
 * renamed, so an existing file is complete.
 */
export interface MediaStore {
  /** Runs `use` with the path of a temporary file, which is always removed afterwards. */
  withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T>;
  /** Re-encodes `source` into a clean master at `target`. @throws ImageRefused */
  prepare(source: string, target: string): Promise<ImageDescription>;
  /** Describes a clean master. @throws ImageRefused */
  describe(source: string): Promise<ImageDescription>;
  /** Copies a clean master to a temporary file. */
  copy(source: string, target: string): Promise<void>;
  /** Moves a prepared master into place. @returns whether it is new */
  place(id: string, prepared: string): Promise<boolean>;
  hasMaster(id: string): Promise<boolean>;
  /** Removes the files of an image. */
  remove(id: string): Promise<void>;
  /** Returns the path of a variant, which need not exist. */
  variantPath(id: string, name: string): string;
  /** Creates a variant; concurrent calls share one job. @returns its path, or null if the image has no such variant */
  makeVariant(media: Media, name: string, priority?: Priority): Promise<string | null>;
  hasVariant(id: string, name: string): Promise<boolean>;
  /** Creates a variant at the lowest priority, after all other jobs. @throws ImageRefused */
  makeHighQuality(media: Media, name: string): Promise<void>;
  /** Creates AVIF variants in advance, the most visible first. `media` is in the order of the page. Stops on close. */
  warm(media: readonly Media[]): Promise<void>;
  /** Removes files left by killed processes; `known` returns which ids have a row. @returns how many */
  sweep(known: (ids: string[]) => Promise<Set<string>>): Promise<number>;
  close(): void;
}

/** Opens the store in `dataDir`. Starts and writes nothing before it is needed. */
export function createMediaStore({
  dataDir,
  workers = new ImageWorkerPool(),
}: {
  dataDir: string;
  workers?: ImageWorkerPool;
}): MediaStore {
  const root = join(dataDir, 'media');
  const incoming = join(root, INCOMING);
  const inFlight = new Map<string, { path: Promise<string>; raisePriority: (priority: Priority) => void }>();
  let closed = false;
  const masterPath = (id: string) => join(root, id, MASTER);
  const variantPath = (id: string, name: string) => join(root, id, name);
  /** The name contains host and process, so that a later start can find files of dead processes. */
  const temporaryPath = () => join(incoming, `${hostname()}~${process.pid}~${randomUUID()}`);

  async function withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T> {
    await mkdir(incoming, { recursive: true });
    const path = temporaryPath();
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async function described(
    job: { kind: 'prepare'; source: string; target: string } | { kind: 'describe'; source: string },
  ) {
    const description = await workers.run(job, PRIORITY.upload).done;
    if (!description) throw new Error('The image worker did not describe the image.');
    return description;
  }

  async function makeVariant(
    media: Media,
    name: string,
    priority: Priority = PRIORITY.visitor,
  ): Promise<string | null> {
    const path = variantPath(media.id, name);
    const running = inFlight.get(path);
    if (running) {
      running.raisePriority(priority);
      return running.path;
    }
    const target = temporaryPath();
    const job = variantJob(media, name, masterPath(media.id), target);
    if (!job) return null;
    let highest = priority;
    let queued: QueuedJob | undefined;
    const make = async () => {
      try {
        if (await exists(path)) return path;
        await mkdir(incoming, { recursive: true });
        queued = workers.run(job, highest);
        await queued.done;
        await rename(target, path);
        return path;
      } finally {
        inFlight.delete(path);
        await rm(target, { force: true });
      }
    };
    const raisePriority = (next: Priority) => {
      highest = next < highest ? next : highest;
      queued?.raisePriority(highest);
    };
    // `make` returns after its first look at the disk, so later calls find this entry.
    const result = make();
    inFlight.set(path, { path: result, raisePriority });
    return result;
  }

  return {
    withTemporaryFile,
    prepare: (source, target) => described({ kind: 'prepare', source, target }),
    describe: (source) => described({ kind: 'describe', source }),
    copy: copyFile,
    async place(id, prepared) {
      const isNew = !(await exists(masterPath(id)));
      await mkdir(join(root, id), { recursive: true });
      await syncToDisk(prepared);
      await rename(prepared, masterPath(id));
      await syncToDisk(join(root, id));
      return isNew;
    },
    hasMaster: (id) => exists(masterPath(id)),
    remove: (id) => rm(join(root, id), { recursive: true, force: true }),
    variantPath,
    makeVariant,
    hasVariant: (id, name) => exists(variantPath(id, name)),
    async makeHighQuality(media, name) {
      await makeVariant(media, name, PRIORITY.background);
    },
    async warm(media) {
      for (const [image, name] of warmOrder(media)) {
        if (closed) return;
        await makeVariant(image, name, PRIORITY.ahead).catch(() => undefined);
      }
    },
    async sweep(known) {
      const names = await readdir(root).catch(() => []);
      const ids = names.filter((name) => name !== INCOMING);
      const withRow = await known(ids);
      const orphans = ids.filter((id) => !withRow.has(id)).map((id) => join(root, id));
      const temporary = (await readdir(incoming).catch(() => [])).map((name) => join(incoming, name));
      const removed = await Promise.all([
        ...orphans.map(removeWhenOld),
        ...temporary.map((path) => (isOfDeadProcess(path) ? removeNow(path) : removeWhenOld(path))),
      ]);
      return removed.filter(Boolean).length;
    },
    close() {
      closed = true;
      workers.close();
    },
  };
}

/** So many images at the top of the page get every width before the others get any. */
const FIRST_ON_PAGE = 8;
const WARM_FORMAT = 'avif';

/** Quick encodings: all of the hero, then the sizes of cards, then the rest. Other formats are rare and created on request. */
function* warmOrder(media: readonly Media[]): Generator<[Media, string]> {
  const first = media.slice(0, FIRST_ON_PAGE);
  const rest = media.slice(FIRST_ON_PAGE);
  for (const one of first) for (const name of variantNames(one, WARM_FORMAT)) yield [one, name];
  for (const one of rest) for (const name of variantNames(one, WARM_FORMAT).slice(0, 2)) yield [one, name];
  for (const one of first.slice(0, 1)) yield [one, OPEN_GRAPH.name];
  for (const one of rest) for (const name of variantNames(one, WARM_FORMAT).slice(2)) yield [one, name];
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Syncs a file or folder to the disk. */
async function syncToDisk(path: string): Promise<void> {
  // Windows cannot open folders.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const removeNow = async (path: string) => {
  await rm(path, { recursive: true, force: true });
  return true;
};

async function removeWhenOld(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
  return Date.now() - mtimeMs > ORPHAN_AFTER_MS ? removeNow(path) : false;
}

/** Whether a temporary file belongs to a process of this host that has ended. */
function isOfDeadProcess(path: string): boolean {
  const [, host, pid] = /([^/\\]*)~(\d+)~[^~]*$/.exec(path) ?? [];
  if (host !== hostname() || !pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
