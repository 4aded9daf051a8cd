import { randomUUID } from 'node:crypto';
import type { Media } from '@godhuli/contracts/media';
import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { holdLease, releaseLease } from '../../db/leases.js';
import { PRIORITY } from './image-worker-pool.js';
import type { MediaStore } from './media-store.js';
import { highQualityNames } from './variant.js';

const LEASE = 'better encodings';
/** Longer than the longest job (image-worker-pool.ts), so that the lease never expires during one. */
const LEASE_SECONDS = 300;
const RETRY_MS = 60_000;
/** After the start, other work goes first. */
const FIRST_DELAY_MS = 30_000;

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

/**
 * Creates the missing high-quality encodings, for which quick encodings are served until then: one at a time, at the lowest
 * priority, in one of the processes that share the database. The files are the only state, so a new start continues the work.
 */
export function startBackgroundEncoding(options: BackgroundEncodingOptions) {
  const { db, store, listMedia, logger, firstDelayMs = FIRST_DELAY_MS, isOff = false } = options;
  const holder = randomUUID();
  /** not retried before the next start */
  const failed = new Set<string>();
  let stopped = false;
  let isWanted = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

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
      });
  }

  async function passes(): Promise<void> {
    try {
      while (isWanted && !stopped) {
        isWanted = false;
        if (!(await pass())) wakeIn(RETRY_MS);
      }
    } finally {
      await releaseLease(db, LEASE, holder);
    }
  }

  /** @returns false when another process has the lease */
  async function pass(): Promise<boolean> {
    for (const image of await listMedia()) {
      for (const name of highQualityNames(image)) {
        const path = store.variantPath(image.id, name);
        if (failed.has(path) || (await store.hasVariant(image.id, name))) continue;
        if (stopped) return true;
        if (!(await holdLease(db, LEASE, holder, LEASE_SECONDS))) return false;
        await store.makeVariant(image, name, PRIORITY.background).catch((err) => {
          if (stopped) return;
          failed.add(path);
          logger.warn({ err, media: image.id, name }, 'could not create a high-quality encoding');
        });
        if (stopped) return true;
      }
    }
    return true;
  }

  let isFirst = true;
  return {
    /** Soon looks for images without their high-quality encodings. Cheap to call often. */
    wake(): void {
      wakeIn(isFirst ? firstDelayMs : Math.min(1000, firstDelayMs));
      isFirst = false;
    },
    /** Stops after the current job, which `MediaStore.close` ends. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
