import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AppDependencies, createApp } from '../create-app.js';
import { openSession } from '../features/auth/sessions.queries.js';
import { createMediaStore } from '../features/media/media-store.js';
import { createRemotes } from '../features/remotes/create-remotes.js';
import { createReadCache } from '../http/read-cache.js';
import { createLogger } from '../logger.js';
import { type Engine, testDatabase, USERS } from './test-database.js';

/** An answer's JSON, untyped: tests look at what is there. */
export const jsonOf = async (answer: Response) => JSON.parse(await answer.text());

/** What front doors show the test apps. */
export const FRONT_DOOR_TOKEN = 'the-token-of-the-front-doors-of-a-test';

/** Where `app.request(path)` believes to be. */
export const SITE = 'http://localhost';

export type StaffName = keyof typeof USERS;
interface Call {
  json?: unknown;
  headers?: Record<string, string>;
  /** the client's address */
  address?: string;
}

/** The whole API on a fresh database with the sample data; `close` it afterwards. */
export async function testApp(engine: Engine = 'pglite') {
  const database = await testDatabase(engine);
  const dataDir = await mkdtemp(join(tmpdir(), 'godhuli-test-'));
  const { db, listen } = database;
  const logger = createLogger('silent');
  const media = createMediaStore({ dataDir });
  const remotes = await createRemotes({ db, listen, logger, dataDir, readPublic: async () => undefined });
  const readCache = createReadCache();
  await readCache.start(listen);
  const parts = {
    db,
    listen,
    engine,
    logger,
    dataDir,
    media,
    remotes: remotes.routes,
    frontDoorToken: FRONT_DOOR_TOKEN,
  };
  const app = createApp({ ...parts, readCache });

  const call = async (method: string, path: string, { json, headers = {}, address = '192.0.2.1' }: Call = {}) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
    // As a browser does: a request that brings a session says where it comes from.
    const says = 'origin' in headers || 'sec-fetch-site' in headers;
    const origin: Record<string, string> = 'cookie' in headers && !says ? { origin: SITE } : {};
    const init = { method, headers: { ...type, ...origin, ...headers }, ...body };
    return app.request(path, init, { clientAddress: address });
  };
  /** A signed-in staff member's session cookie. */
  const cookieOf = async (name: StaffName) => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', USERS[name].email)
      .executeTakeFirstOrThrow();
    return `godhuli_session=${(await openSession(db, id)).token}`;
  };
  return {
    ...{ app, db, engine, call, cookieOf },
    /** Calls as this staff member, each time with a new session. */
    as:
      (name: StaffName) =>
      async (method: string, path: string, { headers, ...rest }: Call = {}) =>
        call(method, path, { ...rest, headers: { cookie: await cookieOf(name), ...headers } }),
    /** Another process on the same database and files. */
    neighbour: (more: Partial<AppDependencies> = {}) => createApp({ ...parts, readCache: createReadCache(), ...more }),
    /** From now on the database does not answer. */
    stopDatabase: database.close,
    close: async () => {
      media.close();
      // Its listener cannot say goodbye to a database that is away already.
      await remotes.close().catch(() => {});
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestApp = Awaited<ReturnType<typeof testApp>>;
