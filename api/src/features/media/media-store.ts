import { randomUUID } from 'node:crypto';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Media } from '@godhuli/contracts/media';
import { ImageProcesses, type QueuedJob, URGENCY, type Urgency } from './image-processes.js';
import type { PhotographDescription } from './photograph-job.js';
import { OPEN_GRAPH, variantJob, variantNames } from './variant.js';

const INCOMING = '.incoming';
/** Extensionless: what it is, JPEG or WebP, its own bytes say. Never served. */
const MASTER = 'master';
/** Another process may be between its file and its row for moments, not for this long. */
const ORPHAN_AFTER_MS = 3_600_000;

/**
 * The photographs' files: `media/{id}/master` and, beside it, the variants made of it so far. Everything is
 * written elsewhere first and renamed into place, so a file that is there is whole.
 */
export interface MediaStore {
  /** Runs `use` with the path of a temporary file, which is gone afterwards whatever happened. */
  withTemporaryFile<T>(use: (path: string) => Promise<T>): Promise<T>;
  /** Re-encodes `source` into a clean master at `target`. @throws PhotographRefused */
  prepare(source: string, target: string): Promise<PhotographDescription>;
  /** Describes a clean file of our own. @throws PhotographRefused */
  describe(source: string): Promise<PhotographDescription>;
  /** Copies a file of our own to a temporary one. */
  copy(source: string, target: string): Promise<void>;
  /** Moves a prepared file to its place. @returns whether it was not there before */
  place(id: string, prepared: string): Promise<boolean>;
  hasMaster(id: string): Promise<boolean>;
  /** Takes a photograph's files away. */
  remove(id: string): Promise<void>;
  /** Where a variant lies if it has been made. */
  variantPath(id: string, name: string): string;
  /** Makes a variant once, however many ask at the same time. @returns its path, or null when it is not offered */
  makeVariant(media: Media, name: string, urgency?: Urgency): Promise<string | null>;
  hasVariant(id: string, name: string): Promise<boolean>;
  /** Makes a variant at the lowest priority, when nothing else is to be made. @throws PhotographRefused */
  makeFine(media: Media, name: string): Promise<void>;
  /** Makes AVIF variants ahead, the most visible first; `media` is in the order of the page. Ends early on close. */
  warm(media: readonly Media[]): Promise<void>;
  /** Removes what a process that died left behind; `known` tells which ids have a row. @returns how many things */
  sweep(known: (ids: string[]) => Promise<Set<string>>): Promise<number>;
  close(): void;
}

/** Opens the store in `dataDir`; nothing is started or written before it is needed. */
export function createMediaStore({
  dataDir,
  processes = new ImageProcesses(),
}: {
  dataDir: string;
  processes?: ImageProcesses;
}): MediaStore {
  const root = join(dataDir, 'media');
  const incoming = join(root, INCOMING);
  const inFlight = new Map<string, { path: Promise<string>; hurry: (urgency: Urgency) => void }>();
  let closed = false;
  const masterPath = (id: string) => join(root, id, MASTER);
  const variantPath = (id: string, name: string) => join(root, id, name);
  /** Names its machine and process, so that a later start can tell whether anyone still writes it. */
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
    const description = await processes.run(job, URGENCY.upload).done;
    if (!description) throw new Error('The image process did not describe the photo.');
    return description;
  }

  async function makeVariant(media: Media, name: string, urgency: Urgency = URGENCY.visitor): Promise<string | null> {
    const path = variantPath(media.id, name);
    const current = inFlight.get(path);
    if (current) {
      current.hurry(urgency);
      return current.path;
    }
    const target = temporaryPath();
    const job = variantJob(media, name, masterPath(media.id), target);
    if (!job) return null;
    let wanted = urgency;
    let queued: QueuedJob | undefined;
    const make = async () => {
      try {
        if (await exists(path)) return path;
        await mkdir(incoming, { recursive: true });
        queued = processes.run(job, wanted);
        await queued.done;
        await rename(target, path);
        return path;
      } finally {
        inFlight.delete(path);
        await rm(target, { force: true });
      }
    };
    const hurry = (next: Urgency) => {
      wanted = next < wanted ? next : wanted;
      queued?.hurry(wanted);
    };
    // `make` has only begun to look at the disk, so whoever asks from here on finds this entry.
    const made = make();
    inFlight.set(path, { path: made, hurry });
    return made;
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
    async makeFine(media, name) {
      await makeVariant(media, name, URGENCY.background);
    },
    async warm(media) {
      for (const [photograph, name] of warmOrder(media)) {
        if (closed) return;
        await makeVariant(photograph, name, URGENCY.ahead).catch(() => undefined);
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
      processes.close();
    },
  };
}

/** How many photographs at the beginning of the page deserve every width before others have any. */
const FIRST_ON_PAGE = 8;
const AHEAD_FORMAT = 'avif';

/** Quick encodings: the hero whole, then the sizes of cards, then the rest. Other formats are rare and made when asked for. */
function* warmOrder(media: readonly Media[]): Generator<[Media, string]> {
  const first = media.slice(0, FIRST_ON_PAGE);
  const rest = media.slice(FIRST_ON_PAGE);
  for (const one of first) for (const name of variantNames(one, AHEAD_FORMAT)) yield [one, name];
  for (const one of rest) for (const name of variantNames(one, AHEAD_FORMAT).slice(0, 2)) yield [one, name];
  for (const one of first.slice(0, 1)) yield [one, OPEN_GRAPH.name];
  for (const one of rest) for (const name of variantNames(one, AHEAD_FORMAT).slice(2)) yield [one, name];
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** A file (or a folder's list of names) on the disk before anyone is told that it is there. */
async function syncToDisk(path: string): Promise<void> {
  // Windows cannot open a folder.
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

/** Whether a temporary file belongs to a process of this machine that is no more. */
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
