import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Focal, Media } from '@godhuli/contracts/media';
import { previewName } from '@godhuli/contracts/media-url';
import { createIncoming, exists, INCOMING, removeIfOlder, syncToDisk } from '../../files.js';
import type { Edges, HeroContrast, ImageJob } from './image-job.js';
import { ImageWorkerPool, PRIORITY, type QueuedJob, type Waiter } from './image-worker-pool.js';
import { olderNames, quickNames, variantJob } from './variant.js';

/** JPEG or WebP without an extension. Never served. */
const MASTER = 'master';
/** Files without a row are removed after this time: another process may be about to insert the row. */
const ORPHAN_AFTER_MS = 3_600_000;

export type MediaStore = ReturnType<typeof createMediaStore>;

/**
 * Opens the store of images in `dataDir`: `media/{id}/master` and the variants created so far. Every file is written under a
 * temporary name and renamed, so an existing file is complete. Starts and writes nothing before it is needed.
 */
export function createMediaStore({
  dataDir,
  workers = new ImageWorkerPool(),
}: {
  dataDir: string;
  workers?: ImageWorkerPool;
}) {
  const root = join(dataDir, 'media');
  const incoming = join(root, INCOMING);
  const inFlight = new Map<string, { path: Promise<string>; join: (waiter: Waiter) => void }>();
  let closed = false;
  const masterPath = (id: string) => join(root, id, MASTER);
  /** Returns the path of a variant, which need not exist. */
  const variantPath = (id: string, name: string) => join(root, id, name);
  const temporaryPath = () => join(incoming, temporaryName());
  const { withTemporaryFile } = createIncoming(root, ORPHAN_AFTER_MS, temporaryName);

  async function described(job: Extract<ImageJob, { kind: 'prepare' | 'describe' | 'cut' }>) {
    const description = await workers.run(job, PRIORITY.upload).done;
    if (!description || !('id' in description)) throw new Error('The image worker did not describe the image.');
    return description;
  }

  /**
   * Creates a variant; concurrent calls share one job.
   * @returns its path, or null if the image has no such variant
   * @throws QueueFull, ImageRefused, WorkerLost
   */
  async function makeVariant(media: Media, name: string, waiter: Waiter): Promise<string | null> {
    const path = variantPath(media.id, name);
    const running = inFlight.get(path);
    if (running) {
      running.join(waiter);
      return running.path;
    }
    const target = temporaryPath();
    const job = variantJob(media, name, masterPath(media.id), target);
    if (!job) return null;
    const waiters = [waiter];
    let queued: QueuedJob | undefined;
    const make = async () => {
      try {
        if (await exists(path)) return path;
        await mkdir(incoming, { recursive: true });
        queued = workers.run(job, ...waiters);
        await queued.done;
        await rename(target, path);
        return path;
      } finally {
        inFlight.delete(path);
        await rm(target, { force: true });
      }
    };
    const join = (another: Waiter) => {
      if (queued) queued.join(another);
      else waiters.push(another);
    };
    // `make` returns after its first look at the disk, so later calls find this entry.
    const result = make();
    inFlight.set(path, { path: result, join });
    return result;
  }

  return {
    withTemporaryFile,
    /** Re-encodes `source` into a clean master at `target`. @throws ImageRefused, WorkerLost */
    prepare: (source: string, target: string) => described({ kind: 'prepare', source, target }),
    /** Describes a clean master. @throws ImageRefused, WorkerLost */
    describe: (source: string) => described({ kind: 'describe', source }),
    /** Cuts a part out of an image as a clean master at `target`. @throws ImageRefused, WorkerLost */
    cut: (id: string, edges: Edges, target: string) =>
      described({ kind: 'cut', source: masterPath(id), target, edges }),
    /** Measures the hero's text on an image. @throws ImageRefused, WorkerLost */
    async heroContrast(id: string, place: 'wide' | 'phone', focal: Focal): Promise<HeroContrast> {
      const job = { kind: 'contrast', source: masterPath(id), place, focal } as const;
      const measured = await workers.run(job, PRIORITY.upload).done;
      if (!measured || !('heading' in measured)) throw new Error('The image worker did not measure the image.');
      return measured;
    },
    /** Moves a prepared master into place. @returns whether it is new */
    async place(id: string, prepared: string): Promise<boolean> {
      const isNew = !(await exists(masterPath(id)));
      await mkdir(join(root, id), { recursive: true });
      await syncToDisk(prepared).catch(() => undefined);
      await rename(prepared, masterPath(id));
      await syncToDisk(join(root, id)).catch(() => undefined);
      return isNew;
    },
    hasMaster: (id: string) => exists(masterPath(id)),
    /** Removes the files of an image. */
    remove: (id: string) => rm(join(root, id), { recursive: true, force: true }),
    variantPath,
    makeVariant,
    hasVariant: (id: string, name: string) => exists(variantPath(id, name)),
    /** Removes the files of older editions that a high-quality variant replaces. */
    async removeOlder(id: string, name: string): Promise<void> {
      for (const older of olderNames(name)) await rm(variantPath(id, older), { force: true });
    },
    /**
     * Creates quick AVIF variants in advance, the most visible first. `media` is in the order of the page. Stops on close.
     * @returns whether all exist now
     */
    async warm(media: readonly Media[]): Promise<boolean> {
      let hasAll = true;
      for (const [image, name] of warmOrder(media)) {
        if (closed) return false;
        await makeVariant(image, name, PRIORITY.ahead).catch(() => {
          hasAll = false;
        });
      }
      return hasAll;
    },
    /** Removes files left by killed processes; `known` returns which ids have a row. @returns how many */
    async sweep(known: (ids: string[]) => Promise<Set<string>>): Promise<number> {
      const names = await readdir(root).catch(() => []);
      const ids = names.filter((name) => name !== INCOMING);
      const withRow = await known(ids);
      const orphans = ids.filter((id) => !withRow.has(id)).map((id) => join(root, id));
      const temporary = (await readdir(incoming).catch(() => [])).map((name) => join(incoming, name));
      const keptMs = (path: string) => (isOfDeadProcess(path) ? Number.NEGATIVE_INFINITY : ORPHAN_AFTER_MS);
      const removed = await Promise.all([...orphans, ...temporary].map((path) => removeIfOlder(path, keptMs(path))));
      return removed.filter(Boolean).length;
    },
    close(): void {
      closed = true;
      workers.close();
    },
  };
}

/** So many images at the top of the page get every width before the others get any. */
const FIRST_ON_PAGE = 8;
/** The widths up to 960 px, which cards need. */
const CARD_WIDTHS = 5;

/** Quick encodings: all of the hero, then the sizes of cards, then the rest. Other formats are rare and created on request. */
function* warmOrder(media: readonly Media[]): Generator<[Media, string]> {
  const first = media.slice(0, FIRST_ON_PAGE);
  const rest = media.slice(FIRST_ON_PAGE);
  for (const one of first) for (const name of quickNames(one)) yield [one, name];
  for (const one of rest) for (const name of quickNames(one).slice(0, CARD_WIDTHS)) yield [one, name];
  for (const one of first.slice(0, 1)) {
    const shared = one.crops?.wide ?? one;
    yield [shared, previewName(shared)];
  }
  for (const one of rest) for (const name of quickNames(one).slice(CARD_WIDTHS)) yield [one, name];
}

/** Contains host and process, so that a later start can find files of dead processes. */
const temporaryName = () => `${hostname()}~${process.pid}~${randomUUID()}`;

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
