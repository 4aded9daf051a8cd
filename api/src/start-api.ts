import type { Media } from '@godhuli/contracts/media';
import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { createApp } from './create-app.js';
import { claimDataDirectory } from './db/data-directory.js';
import type { Database } from './db/database.js';
import { migrate } from './db/migrate.js';
import { type OpenDatabase, openDatabase } from './db/open-database.js';
import type { ApiEnvironment } from './env.js';
import { ensureFirstAdmin } from './features/auth/auth.service.js';
import { startInquiriesCleanup } from './features/inquiries/inquiries-cleanup.js';
import { improvePhotographs } from './features/media/improve-photographs.js';
import { allMediaIds, knownMediaIds, mediaById } from './features/media/media.queries.js';
import { createMediaStore, type MediaStore } from './features/media/media-store.js';
import { createMetrics, type Metrics } from './features/metrics/metrics.js';
import { listHero, listPortfolio } from './features/portfolio/portfolio.queries.js';
import { createRemotes, type Remotes } from './features/remotes/create-remotes.js';
import { readJson } from './features/remotes/gate/read-json.js';
import type { ApiEnv } from './http/api-env.js';
import { createReadCache } from './http/read-cache.js';
import { createLogger } from './logger.js';
import { seedDatabase } from './seeds/seed-database.js';

export interface RunningApi extends Pick<Remotes, 'releases' | 'composition' | 'reports'> {
  app: Hono<ApiEnv>;
  db: Kysely<Database>;
  listen: OpenDatabase['listen'];
  engine: OpenDatabase['engine'];
  media: MediaStore;
  /** null unless METRICS_TOKEN is set */
  metrics: Metrics | null;
  /** credentials to print once: only when this start made the admin with a password of its own */
  firstAdmin: { email: string; password: string } | null;
  /** finishes what is under way and lets go of everything */
  close(): Promise<void>;
}

/**
 * Opens, migrates and seeds; then the API answers. Listens to no port.
 * @param env from `parseEnv`
 * @throws StartupError: one clear line for a person; the caller prints it and exits with code 1
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
  const improvement = improvePhotographs({
    ...{ db, store: media, logger, photographs: () => photographsInOrder(db) },
    isOff: !backgroundEncoding,
  });
  const app = createApp({
    improveMedia: improvement.wake,
    ...{ db, listen, logger, readCache, media, remotes: routes, publicUrl, engine, dataDir, measuring, trustedProxies },
    publishApiDocs,
    allowedOrigins,
    frontDoorToken,
  });
  const tidied = tidyMedia(db, media)
    .catch((err) => logger.warn({ err }, 'could not prepare the photos in advance'))
    .finally(improvement.wake);
  const stopCleanup = startInquiriesCleanup(db, logger);
  const { releases, composition, reports } = remotes;
  return {
    ...{ app, db, listen, engine, media, metrics, firstAdmin, releases, composition, reports },
    close: async () => {
      const improved = improvement.stop();
      media.close();
      await tidied;
      await stopCleanup();
      await improved;
      await remotes.close();
      await stopCache();
      await database.close();
    },
  };
}

/** Clears away what a start that died left behind, then makes the first photographs' variants ahead of visitors. */
async function tidyMedia(db: Kysely<Database>, media: MediaStore) {
  await media.sweep((ids) => knownMediaIds(db, ids));
  await media.warm(await photographsInOrder(db, await shownIds(db)));
}

/** Photos of hero and portfolio in the order of the page; each item's portrait follows it. */
async function shownIds(db: Kysely<Database>): Promise<string[]> {
  const items = [...(await listHero(db)), ...(await listPortfolio(db))];
  return items.flatMap(({ media, portrait }) => [media?.id ?? [], portrait?.id ?? []].flat());
}

/** Photos by id; every photo, those of the page first, unless given. */
async function photographsInOrder(db: Kysely<Database>, wanted?: string[]): Promise<Media[]> {
  const ids = [...new Set(wanted ?? [...(await shownIds(db)), ...(await allMediaIds(db))])];
  const stored = await mediaById(db, ids);
  return ids.flatMap((id) => stored.get(id) ?? []);
}
