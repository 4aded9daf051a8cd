import { randomUUID } from 'node:crypto';
import type { Media } from '@godhuli/contracts/media';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { holdLease, releaseLease } from '../../db/leases.js';
import type { Logger } from '../../logger.js';
import type { MediaStore } from './media-store.js';
import { fineNames } from './variant.js';

const LEASE = 'better encodings';
/** Longer than the longest job (image-processes.ts), so that the lease never ends during one. */
const LEASE_SECONDS = 300;
const TRY_AGAIN_MS = 60_000;
/** A start has more urgent work than this. */
const FIRST_DELAY_MS = 30_000;

export interface Improvement {
  /** Looks soon for photos whose better encodings are missing. Cheap to call often. */
  wake(): void;
  /** Ends after the current job, which `MediaStore.close` ends. */
  stop(): Promise<void>;
}

interface ImprovementOptions {
  db: Kysely<Database>;
  store: MediaStore;
  /** every photo, in the order in which visitors see them */
  photographs: () => Promise<readonly Media[]>;
  logger: Logger;
  firstDelayMs?: number;
  /** this process leaves it to others */
  isOff?: boolean;
}

/**
 * Makes the better encodings that the quick ones stand in for: one at a time, at the lowest priority, by one process
 * of all that share the database. The files themselves are the state, so a new start continues where the last one ended.
 */
export function improvePhotographs(options: ImprovementOptions): Improvement {
  const { db, store, photographs, logger, firstDelayMs = FIRST_DELAY_MS, isOff = false } = options;
  const holder = randomUUID();
  /** Not tried again before the next start. */
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
        wakeIn(TRY_AGAIN_MS);
      })
      .finally(() => {
        running = undefined;
      });
  }

  async function passes(): Promise<void> {
    try {
      while (isWanted && !stopped) {
        isWanted = false;
        if (!(await pass())) wakeIn(TRY_AGAIN_MS);
      }
    } finally {
      await releaseLease(db, LEASE, holder);
    }
  }

  /** @returns false when another process has the lease */
  async function pass(): Promise<boolean> {
    for (const photograph of await photographs()) {
      for (const name of fineNames(photograph)) {
        const path = store.variantPath(photograph.id, name);
        if (failed.has(path) || (await store.hasVariant(photograph.id, name))) continue;
        if (stopped) return true;
        if (!(await holdLease(db, LEASE, holder, LEASE_SECONDS))) return false;
        await store.makeFine(photograph, name).catch((err) => {
          if (stopped) return;
          failed.add(path);
          logger.warn({ err, photograph: photograph.id, name }, 'a photo was not encoded better');
        });
        if (stopped) return true;
      }
    }
    return true;
  }

  let isFirst = true;
  return {
    wake() {
      wakeIn(isFirst ? firstDelayMs : Math.min(1000, firstDelayMs));
      isFirst = false;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
