import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@godhuli/contracts/roles';
import { Hono } from 'hono';
import { migrate } from '../db/migrate.js';
import { type OpenDatabase, wrapPglite } from '../db/open-database.js';
import type { BackgroundEncoding } from '../features/media/background-encoding.js';
import { encodingRoutes } from '../features/media/encoding.routes.js';
import type { FetchLimits } from '../features/media/fetch-image.js';
import type { ImageWorkerPool } from '../features/media/image-worker-pool.js';
import { mediaRoutes } from '../features/media/media.routes.js';
import { createMediaStore } from '../features/media/media-store.js';
import type { ApiEnv } from '../http/api-env.js';
import { NotFound } from '../http/errors.js';
import { respondWithProblem } from '../http/problems.js';
import { emptyPglite } from './test-database.js';

const EDITOR = {
  id: '1',
  email: 'e@example.com',
  name: 'E',
  role: 'editor',
  sessionId: '1',
  mustAddSecondFactor: false,
} as const;

/** An empty database with the editor. */
async function emptyDatabase(): Promise<OpenDatabase> {
  const database = await wrapPglite(await emptyPglite());
  await migrate(database.db);
  const { email, name, role } = EDITOR;
  await database.db.insertInto('users').values({ email, name, role, password_hash: '' }).execute();
  return database;
}

/** Only the media feature, with a signed-in editor, on a database and data directory of its own. */
export async function mediaApp(
  workers?: ImageWorkerPool,
  { database: given, onQuickVariant }: { database?: OpenDatabase; onQuickVariant?: (id: string) => void } = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'media-'));
  const database = given ?? (await emptyDatabase());
  await database.db.insertInto('sessions').values({ token_hash: 'none', user_id: EDITOR.id }).execute();
  const store = createMediaStore({ dataDir, workers });
  const { db } = database;
  const appOf = (routes: Hono<ApiEnv>, role: Role | null = EDITOR.role, ip = '192.0.2.1') => {
    const app = new Hono<ApiEnv>();
    app.use(async (c, next) => {
      c.set('ip', ip);
      c.set('authenticate', async () => role && { ...EDITOR, role });
      c.set('isOwnRequest', () => true);
      await next();
    });
    app.route('/', routes);
    app.notFound((c) => respondWithProblem(c, new NotFound()));
    app.onError((error, c) => respondWithProblem(c, error));
    return app;
  };
  const routesWith = (fetchLimits?: FetchLimits) =>
    mediaRoutes({ db, media: store, isPublicPhoto: async () => true, onQuickVariant, fetchLimits });
  const appWith = (fetchLimits?: FetchLimits) => appOf(routesWith(fetchLimits));
  const app = appWith();
  return {
    app,
    appWith,
    /** An app of other routes, with the same signed-in user. */
    appOf,
    /** The app as a visitor without a session uses it. */
    visitorFrom: (ip: string) => appOf(routesWith(), null, ip),
    /** The routes of the background encoding, with a signed-in admin. */
    encodingApp: (encoding: BackgroundEncoding) => appOf(encodingRoutes({ db, encoding }), 'admin'),
    db,
    store,
    dataDir,
    upload: (bytes: Uint8Array, name = 'photograph.jpg', type = 'image/jpeg') => {
      const body = new FormData();
      body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type }), name);
      return app.request('/api/admin/media', { method: 'POST', body });
    },
    /** Returns the paths of all files in the store, also temporary ones. */
    files: async () => {
      const entries = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    },
    rows: () => db.selectFrom('media').selectAll().execute(),
    /** Empties database and store. */
    clear: async () => {
      await db.deleteFrom('media').execute();
      await rm(join(dataDir, 'media'), { recursive: true, force: true });
    },
    close: async () => {
      store.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
