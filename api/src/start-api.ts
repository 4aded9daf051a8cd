import type { Media } from '@godhuli/contracts/media';
import { readJsonText } from '@godhuli/release-gate/read-json';
import { urlAt } from '@godhuli/server/listen';
import { createLogger, type Logger } from '@godhuli/server/logger';
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { startCleanup } from './cleanup.js';
import { createApp } from './create-app.js';
import { claimDataDirectory, explainDiskProblem, recordUrl } from './db/data-directory.js';
import type { Database } from './db/database.js';
import { migrate } from './db/migrate.js';
import { type OpenDatabase, openDatabase } from './db/open-database.js';
import type { ApiEnvironment } from './env.js';
import { startHoldSweep } from './features/calendar/index.js';
import {
  allMediaIds,
  createMediaStore,
  knownMediaIds,
  type MediaStore,
  mediaById,
  startBackgroundEncoding,
} from './features/media/index.js';
import { createMetrics } from './features/metrics/index.js';
import { startOutboxWorker } from './features/outbox/index.js';
import { listHero, listPortfolio } from './features/portfolio/index.js';
import { startScheduler } from './features/publishing/index.js';
import { createRemotes } from './features/remotes/index.js';
import { createEmailedLink, ensureFirstAdmin } from './features/users/index.js';
import type { ApiEnv } from './http/api-env.js';
import { createReadCache } from './http/read-cache.js';
import { seedDatabase } from './seeds/seed-database.js';
import { createStores } from './stores.js';

export type RunningApi = Awaited<ReturnType<typeof startApi>>;

/**
 * Opens, migrates and seeds the database and creates the API. Does not listen.
 * @param env from `parseEnv`
 * @throws StartupError with a message for people; the caller prints it and exits with code 1
 */
export async function startApi(env: ApiEnvironment) {
  const { dataDir, databaseUrl, databasePoolSize: poolSize } = env;
  const logger = createLogger(env.logLevel);
  const report = (problem: string) => logger.error({}, problem);
  try {
    if (databaseUrl !== undefined) await claimDataDirectory(dataDir);
    const database = await openDatabase({ databaseUrl, dataDir, poolSize, report });
    try {
      return await assemble(database, env, logger);
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    throw await explainDiskProblem(error, { dataDir, databaseUrl });
  }
}

async function assemble({ db, listen, engine, close }: OpenDatabase, env: ApiEnvironment, logger: Logger) {
  const { dataDir } = env;
  const isEmbedded = engine === 'pglite';
  // A killed process leaves its URL.
  if (isEmbedded) await recordUrl(dataDir, null);
  await migrate(db, {
    onBlocked: () =>
      logger.warn('another session of the database holds a table that a migration changes; trying again'),
  });
  const media = createMediaStore({ dataDir });
  const stores = createStores(dataDir);
  await seedDatabase(db, media);
  const firstAdmin = await ensureFirstAdmin(db, { email: env.adminEmail, password: env.adminPassword });
  const readCache = createReadCache();
  const stopCache = await readCache.start(listen);
  const { routes, releases, ...remotes } = await createRemotes({
    ...{ db, listen, logger, dataDir, reads: readCache },
    readPublic: (path) => readJsonText((url, init) => app.request(url, init), path),
  });
  const metrics = env.metricsToken === undefined ? null : createMetrics(db);
  const encoding = startBackgroundEncoding({
    ...{ db, store: media, logger, listMedia: () => mediaInOrder(db) },
    isOff: !env.backgroundEncoding,
  });
  const app: Hono<ApiEnv> = createApp({
    ...{ ...env, db, engine, logger, readCache, media, stores, metrics },
    remotes: routes,
    encoding,
  });
  const prepared = prepareMedia(db, media)
    .then((isComplete) => isComplete && logger.info({}, 'the photos of the page are prepared'))
    .catch((err) => logger.warn({ err }, 'could not prepare the photos in advance'))
    .finally(encoding.wake);
  const stopCleanup = startCleanup(db, { ...stores, dataDir, media }, logger);
  const stopOutbox = startOutboxWorker({
    ...{ db, logger, settings: env.messages },
    createPasswordLink: (userId, emailId) => createEmailedLink(db, userId, emailId),
  });
  let outboxStopped: Promise<void> | undefined;
  const stopOutboxOnce = () => {
    outboxStopped ??= stopOutbox();
    return outboxStopped;
  };
  const stopHoldSweep = startHoldSweep(db, logger);
  const stopScheduler = startScheduler(db, logger);
  return {
    app,
    db,
    engine,
    releases,
    /** null unless METRICS_TOKEN is set */
    metrics,
    /** credentials to print once, if this start created the first admin with a generated password */
    firstAdmin,
    /** Records where this process listens, for commands that cannot open the embedded database. */
    async listensAt(host: string | undefined, port: number): Promise<void> {
      if (isEmbedded) await recordUrl(dataDir, urlAt(host ?? '127.0.0.1', port));
    },
    /** Begins no new attempt to send a message; a mail server that hangs then delays no stop. */
    stopSending: () => void stopOutboxOnce(),
    /** Waits for work in progress and releases everything. */
    async close(): Promise<void> {
      if (isEmbedded) await recordUrl(dataDir, null);
      const encodingStopped = encoding.stop();
      media.close();
      const jobs = [stopOutboxOnce(), stopCleanup(), stopHoldSweep(), stopScheduler(), remotes.close()];
      await Promise.all([prepared, encodingStopped, ...jobs]);
      await stopCache();
      await close();
    },
  };
}

/**
 * Removes the leftovers of killed processes, then creates the first variants before visitors request them.
 * @returns whether every photo of the page has its quick AVIF variants
 */
async function prepareMedia(db: Kysely<Database>, media: MediaStore): Promise<boolean> {
  await media.sweep((ids) => knownMediaIds(db, ids));
  return media.warm(await shownMedia(db));
}

/** Returns the images of hero and portfolio in the order of the page, each followed by its portrait. */
async function shownMedia(db: Kysely<Database>): Promise<Media[]> {
  const shown = new Map<string, Media>();
  for (const { media, portrait } of [...(await listHero(db)), ...(await listPortfolio(db))]) {
    for (const image of [media, portrait]) if (image && !shown.has(image.id)) shown.set(image.id, image);
  }
  return [...shown.values()];
}

/** Returns all images, those of the page first. */
async function mediaInOrder(db: Kysely<Database>): Promise<Media[]> {
  const shown = (await shownMedia(db)).map(({ id }) => id);
  const ids = [...new Set([...shown, ...(await allMediaIds(db))])];
  const stored = await mediaById(db, ids);
  return ids.flatMap((id) => stored.get(id) ?? []);
}
