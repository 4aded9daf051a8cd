import type { Composition } from '@godhuli/contracts/releases';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { OpenDatabase } from '../../db/open-database.js';
import type { Logger } from '../../logger.js';
import { COMPOSITION_NOTIFICATION } from './channels.service.js';
import { readComposition } from './releases.queries.js';

/** The current composition of this process, and who wants to hear of its changes. */
export interface CompositionSource {
  /** From memory while notifications come in, else from the database; the last known one when that is away. */
  current(): Promise<Composition>;
  /** Calls back with every newer composition. @returns stops that */
  subscribe(listener: (composition: Composition) => void): () => void;
  /** Reads it anew: after a change that this process has made itself, before its notification comes round. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  db: Kysely<Database>;
  listen: OpenDatabase['listen'];
  logger: Logger;
}

export async function createCompositionSource({ db, listen, logger }: Options): Promise<CompositionSource> {
  const listeners = new Set<(composition: Composition) => void>();
  let known: Composition | null = null;
  let fresh = false;
  let listening = false;
  let reading: Promise<Composition> | null = null;

  const read = async (): Promise<Composition> => {
    // Whatever is announced while we read makes this reading stale.
    fresh = true;
    try {
      const next = await readComposition(db);
      if (known && next.generation < known.generation) return known;
      const newer = known !== null && next.generation > known.generation;
      known = next;
      if (newer) for (const listener of listeners) listener(next);
      return next;
    } catch (error) {
      fresh = false;
      if (!known) throw error;
      logger.warn({ err: error }, 'could not read the composition; using the last known one');
      return known;
    }
  };
  const readOnce = (): Promise<Composition> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  const refresh = async (): Promise<void> => {
    fresh = false;
    await reading?.catch(() => undefined);
    if (!fresh) await readOnce().catch((error: unknown) => logger.warn({ err: error }, 'no composition yet'));
  };
  const stop = await listen(
    COMPOSITION_NOTIFICATION,
    () => void refresh(),
    (state) => {
      listening = state;
      // What was announced while nobody listened is caught up with.
      if (state) void refresh();
    },
  );
  listening = true;
  return {
    async current() {
      return known && fresh && listening ? known : await readOnce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    close: stop,
  };
}
