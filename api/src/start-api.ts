import type { Media } from '@godhuli/contracts/media';
import { readJson } from '@godhuli/release-gate/read-json';
import { createLogger } from '@godhuli/server/logger';
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { createApp } from './create-app.js';
import { claimDataDirectory } from './db/data-directory.js';
import type { Database } from './db/database.js';
import { migrate } from './db/migrate.js';
import { type OpenDatabase, openDatabase } from './db/open-database.js';
import type { ApiEnvironment } from './env.js';
import { startInquiriesCleanup } from './features/inquiries/index.js';
import {
  allMediaIds,
  createMediaStore,
  knownMediaIds,
  type MediaStore,
  mediaById,
  startBackgroundEncoding,
} from './features/media/index.js';
import { createMetrics, type Metrics } from './features/metrics/index.js';
import { listHero, listPortfolio } from './features/portfolio/index.js';
import { createRemotes, type Remotes } from './features/remotes/index.js';
import { ensureFirstAdmin } from './features/users/index.js';
import type { ApiEnv } from './http/api-env.js';
import { createReadCache } from './http/read-cache.js';
import { seedDatabase } from './seeds/seed-database.js';

export interface RunningApi extends Pick<Remotes, 'releases' | 'composition' | 'reports'> {
  app: Hono<ApiEnv>;
  db: Kysely<Database>;
  listen: OpenDatabase['listen'];
  engine: OpenDatabase['engine'];
  media: MediaStore;
  /** null unless METRICS_TOKEN is set */
  metrics: Metrics | null;
  /** credentials to print once, if this start created the first admin with a generated password */
  firstAdmin: { email: string; password: string } | null;
  /** waits for work in progress and releases everything */
  close(): Promise<void>;
}

/**
 * Opens, migrates and seeds the database and creates the API. Does not listen.
 * @param env from `parseEnv`
 * @throws StartupError with a message for people; the caller prints it and exits with code 1
 */
export async function startApi(env: ApiEnvironment): Promise<RunningApi> {
  const { dataDir, databaseUrl, publicUrl, databasePoolSize: poolSize } = env;
  if (databaseUrl !== undefined) await claimDataDirectory(dataDir);
  const database = await openDatabase({ databaseUrl, dataDir, poolSize });
  try {
    return await assemble(database, env, publicUrl);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function assemble(
  database: OpenDatabase,
  {
    dataDir,
    adminEmail,
    adminPassword,
    logLevel,
    metricsToken,
    frontDoorToken,
    trustedProxies,
    backgroundEncoding = true,
    publishApiDocs,
    allowedOrigins,
  }: ApiEnvironment,
  publicUrl: string | undefined,
): Promise<RunningApi> {
  const { db, listen, engine } = database;
  const logger = createLogger(logLevel);
  await migrate(db);
  const media = createMediaStore({ dataDir });
  await seedDatabase(db, media);
  const firstAdmin = await ensureFirstAdmin(db, { email: adminEmail, password: adminPassword });
  const readCache = createReadCache();
  const stopCache = await readCache.start(listen);
  const remotes = await createRemotes({
    ...{ db, listen, logger, dataDir, reads: readCache },
    readPublic: (path) => readJson((url, init) => app.request(url, init), path),
  });
  const metrics = metricsToken === undefined ? null : createMetrics(db);
  const measuring = metrics && metricsToken !== undefined ? { metrics, token: metricsToken } : null;
  const routes = remotes.routes;
  const encoding = startBackgroundEncoding({
    ...{ db, store: media, logger, listMedia: () => mediaInOrder(db) },
    isOff: !backgroundEncoding,
  });
  const app = createApp({
    encodeInBackground: encoding.wake,
    ...{ db, listen, logger, readCache, media, remotes: routes, publicUrl, engine, dataDir, measuring, trustedProxies },
    publishApiDocs,
    allowedOrigins,
    frontDoorToken,
  });
  const prepared = prepareMedia(db, media)
    .catch((err) => logger.warn({ err }, 'could not prepare the photos in advance'))
    .finally(encoding.wake);
  const stopCleanup = startInquiriesCleanup(db, logger);
  const { releases, composition, reports } = remotes;
  return {
    ...{ app, db, listen, engine, media, metrics, firstAdmin, releases, composition, reports },
    close: async () => {
      const encodingStopped = encoding.stop();
      media.close();
      await prepared;
      await stopCleanup();
      await encodingStopped;
      await remotes.close();
      await stopCache();
      await database.close();
    },
  };
}

/** Removes the leftovers of killed processes, then creates the first variants before visitors request them. */
async function prepareMedia(db: Kysely<Database>, media: MediaStore) {
  await media.sweep((ids) => knownMediaIds(db, ids));
  await media.warm(await mediaInOrder(db, await shownIds(db)));
}

/** Returns the ids of the images of hero and portfolio in the order of the page, each followed by its portrait. */
async function shownIds(db: Kysely<Database>): Promise<string[]> {
  const items = [...(await listHero(db)), ...(await listPortfolio(db))];
  return items.flatMap(({ media, portrait }) => [media?.id ?? [], portrait?.id ?? []].flat());
}

/** Returns images by id; by default all of them, those of the page first. */
async function mediaInOrder(db: Kysely<Database>, requested?: string[]): Promise<Media[]> {
  const ids = [...new Set(requested ?? [...(await shownIds(db)), ...(await allMediaIds(db))])];
  const stored = await mediaById(db, ids);
  return ids.flatMap((id) => stored.get(id) ?? []);
}
