import { randomUUID } from 'node:crypto';
import type { Media } from '@godhuli/contracts/media';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { holdLease, releaseLease } from '../../db/leases.js';
import { encodedIds, failedIds, isPaused, markResult, markWanted, wantedIds } from './encoding.queries.js';
import { PRIORITY } from './image-worker-pool.js';
import { mediaById } from './media.queries.js';
import type { MediaStore } from './media-store.js';
import { highQualityNames } from './variant.js';

export const ENCODING_LEASE = 'better encodings';
/** Longer than the longest job (image-worker-pool.ts), so that the lease never expires during one. */
const LEASE_SECONDS = 300;
const RETRY_MS = 60_000;
/** After the start, other work goes first. */
const FIRST_DELAY_MS = 30_000;
/** Visitors' requests for missing files are written together after this time. */
const WANTED_DELAY_MS = 1000;

interface BackgroundEncodingOptions {
  db: Kysely<Database>;
  store: MediaStore;
  /** returns every image, in the order in which visitors see them */
  listMedia: () => Promise<readonly Media[]>;
  logger: Logger;
  firstDelayMs?: number;
  /** leaves the work to other processes */
  isOff?: boolean;
}

export type BackgroundEncoding = ReturnType<typeof startBackgroundEncoding>;

/** What ended the work on an image. */
type Outcome = 'finished' | 'stopped' | 'paused' | 'elsewhere';

/**
 * Creates the missing high-quality encodings, for which quick encodings are served until then: one at a time, at the lowest
 * priority, in one of the processes that share the database. Images that visitors ask for go first, then the order of the
 * page. The files are the truth, so a new start continues the work and creates what was lost; the database holds what staff
 * see: progress, failures and the pause.
 */
export function startBackgroundEncoding(options: BackgroundEncodingOptions) {
  const { db, store, listMedia, logger, firstDelayMs = FIRST_DELAY_MS, isOff = false } = options;
  const holder = randomUUID();
  /** ids of images that visitors asked for, not written to the database yet */
  const asked = new Set<string>();
  /** ids that were written, so that each image causes one write */
  const written = new Set<string>();
  let stopped = false;
  let isWanted = false;
  /** Failures of the time before this start are tried again once. */
  let skipsFailures = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let askedTimer: NodeJS.Timeout | undefined;

  function wakeIn(milliseconds: number): void {
    if (isOff || stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      run();
    }, milliseconds);
    timer.unref();
  }

  function run(): void {
    isWanted = true;
    running ??= passes()
      .catch((err) => {
        if (!stopped) logger.warn({ err }, 'photos were not encoded better');
        wakeIn(RETRY_MS);
      })
      .finally(() => {
        running = undefined;
        // Somebody asked for another pass after the last one: the lease was being released, or the pass failed.
        if (isWanted && !stopped) run();
      });
  }

  async function passes(): Promise<void> {
    try {
      while (isWanted && !stopped) {
        isWanted = false;
        const outcome = await pass();
        if (outcome === 'elsewhere' || outcome === 'paused') wakeIn(RETRY_MS);
      }
    } finally {
      await releaseLease(db, ENCODING_LEASE, holder);
    }
  }

  async function pass(): Promise<Outcome> {
    const encoded = await encodedIds(db);
    const failed = skipsFailures ? await failedIds(db) : new Set<string>();
    skipsFailures = true;
    /** also images that visitors asked for in this pass */
    const handled = new Set<string>();
    const handle = async (image: Media) => {
      if (handled.has(image.id) || failed.has(image.id)) return 'finished';
      handled.add(image.id);
      return encode(image, encoded.has(image.id));
    };
    for (const image of await listMedia()) {
      for (const wanted of handled.has(image.id) ? [] : await nextWanted(handled)) {
        const outcome = await handle(wanted);
        if (outcome !== 'finished') return outcome;
      }
      const outcome = await handle(image);
      if (outcome !== 'finished') return outcome;
    }
    return 'finished';
  }

  let hasWorked = true;
  /** Reads the list only after some work was done, because it is empty most of the time. */
  async function nextWanted(handled: ReadonlySet<string>): Promise<Media[]> {
    if (!hasWorked) return [];
    hasWorked = false;
    await writeAsked();
    const ids = (await wantedIds(db)).filter((id) => !handled.has(id));
    const stored = await mediaById(db, ids);
    return ids.flatMap((id) => stored.get(id) ?? []);
  }

  /** Creates the missing files of an image. */
  async function encode(image: Media, isMarked: boolean): Promise<Outcome> {
    let failure: string | null = null;
    let hasMade = false;
    for (const name of highQualityNames(image)) {
      if (await store.hasVariant(image.id, name)) continue;
      if (stopped) return 'stopped';
      if (await isPaused(db)) return 'paused';
      if (!(await holdLease(db, ENCODING_LEASE, holder, LEASE_SECONDS))) return 'elsewhere';
      hasMade = true;
      hasWorked = true;
      try {
        await store.makeVariant(image, name, PRIORITY.background);
      } catch (err) {
        if (stopped) return 'stopped';
        failure = err instanceof Error ? err.message.slice(0, 300) : 'unknown';
        logger.warn({ err, media: image.id, name }, 'could not create a high-quality encoding');
      }
      if (stopped) return 'stopped';
    }
    if (hasMade || !isMarked) {
      await markResult(db, image.id, failure);
      written.delete(image.id);
      if (failure === null) for (const name of highQualityNames(image)) await store.removeOlder(image.id, name);
    }
    return 'finished';
  }

  async function writeAsked(): Promise<void> {
    clearTimeout(askedTimer);
    askedTimer = undefined;
    const ids = [...asked].filter((id) => !written.has(id));
    asked.clear();
    for (const id of ids) written.add(id);
    await markWanted(db, ids).catch((error) => {
      for (const id of ids) written.delete(id);
      throw error;
    });
  }

  let isFirst = true;
  /** Soon looks for images without their high-quality encodings. Cheap to call often. */
  function wake(): void {
    wakeIn(isFirst ? firstDelayMs : Math.min(1000, firstDelayMs));
    isFirst = false;
  }

  return {
    isOff,
    wake,
    /** Looks at once, also before a planned retry: staff have resumed the work, or want a failure tried again. */
    wakeNow(): void {
      clearTimeout(timer);
      timer = undefined;
      wakeIn(0);
    },
    /** Lets an image go first for which a visitor got a quick encoding. Cheap to call often. */
    prefer(id: string): void {
      if (stopped) return;
      if (!written.has(id)) asked.add(id);
      if (asked.size > 0)
        askedTimer ??= setTimeout(() => {
          writeAsked().catch((err) => logger.warn({ err }, 'could not record which photos visitors asked for'));
        }, WANTED_DELAY_MS).unref();
      wake();
    },
    /** Stops after the current job, which `MediaStore.close` ends. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      clearTimeout(askedTimer);
      await running;
    },
  };
}
