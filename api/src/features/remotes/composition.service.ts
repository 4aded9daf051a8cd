import type { Composition } from '@godhuli/contracts/releases';
import type { Logger } from '@godhuli/server/logger';
import { SingleFlight } from '@godhuli/server/single-flight';
import type { OpenDatabase } from '../../db/open-database.js';
import { COMPOSITION_NOTIFICATION } from './channels.service.js';
import { readComposition } from './composition.queries.js';

/** There is one composition, so one read at a time. */
const FLIGHT = 'composition';
/** Milliseconds until a failed read is repeated: front doors wait for its result and send no requests. */
const RETRY_MS = 1000;

export type CompositionSource = Awaited<ReturnType<typeof createCompositionSource>>;

/** Follows the current composition, for its listeners in this process. */
export async function createCompositionSource({
  db,
  listen,
  logger,
}: Pick<OpenDatabase, 'db' | 'listen'> & { logger: Logger }) {
  const listeners = new Set<(composition: Composition) => void>();
  let known: Composition | null = null;
  let fresh = false;
  let listening = false;
  let closed = false;
  let retry: NodeJS.Timeout | undefined;
  const reading = new SingleFlight<Composition>();

  const read = async (): Promise<Composition> => {
    // A notification while we read makes this result stale.
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
  const readOnce = (): Promise<Composition> => reading.run(FLIGHT, read);
  /** Reads the composition again: after a change by this process, whose notification arrives later. */
  const refresh = async (): Promise<void> => {
    fresh = false;
    if (reading.has(FLIGHT)) await readOnce().catch(() => undefined);
    if (!fresh) await readOnce().catch((error: unknown) => logger.warn({ err: error }, 'no composition yet'));
    clearTimeout(retry);
    if (!fresh && !closed) retry = setTimeout(() => void refresh(), RETRY_MS).unref();
  };
  const stop = await listen(
    COMPOSITION_NOTIFICATION,
    () => void refresh(),
    (state) => {
      listening = state;
      // Catch up on changes that were missed while disconnected.
      if (state) void refresh();
    },
  );
  listening = true;
  return {
    /** Returns it from memory while notifications arrive, else from the database; the last known one without a database. */
    async current(): Promise<Composition> {
      return known && fresh && listening ? known : await readOnce();
    },
    /** Calls back with every newer composition. @returns stops that */
    subscribe(listener: (composition: Composition) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      await stop();
    },
  };
}
