import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@godhuli/server/logger';
import type { Transaction } from 'kysely';
import { type AppDependencies, createApp } from '../create-app.js';
import type { Database } from '../db/database.js';
import { createMediaStore } from '../features/media/media-store.js';
import { createRemotes } from '../features/remotes/create-remotes.js';
import { insertSession } from '../features/users/sessions.queries.js';
import { createReadCache } from '../http/read-cache.js';
import type { MessageSettings } from '../message-settings.js';
import { createStores } from '../stores.js';
import { type Engine, testDatabase, USERS } from './test-database.js';

/** Returns the JSON of a response, untyped. */
export const jsonOf = async (response: Response) => JSON.parse(await response.text());

/** The token of front doors in tests. */
export const FRONT_DOOR_TOKEN = 'the-token-of-the-front-doors-of-a-test';

/** A process that can send email; nothing is sent without a worker. */
export const WITH_EMAIL: MessageSettings = {
  email: { smtpUrl: 'smtp://127.0.0.1:1', from: { name: 'Godhuli', address: 'studio@godhuli.example' } },
  webhook: null,
  origin: 'https://studio.example',
};

/** The origin of `app.request(path)`. */
export const SITE = 'http://localhost';

export type StaffName = keyof typeof USERS;
interface Call {
  json?: unknown;
  headers?: Record<string, string>;
  /** the client's IP */
  address?: string;
}

/** The whole API on a fresh database with the sample data; `close` it afterwards. */
export async function testApp(engine: Engine = 'pglite', more: Partial<AppDependencies> = {}) {
  const database = await testDatabase(engine);
  const dataDir = await mkdtemp(join(tmpdir(), 'godhuli-test-'));
  const { db, listen } = database;
  const logger = createLogger('silent');
  const media = createMediaStore({ dataDir });
  const remotes = await createRemotes({ db, listen, logger, dataDir, readPublic: async () => undefined });
  const readCache = createReadCache();
  await readCache.start(listen);
  const files = { dataDir, media, stores: createStores(dataDir) };
  const parts = { ...files, db, engine, logger, remotes: remotes.routes, frontDoorToken: FRONT_DOOR_TOKEN };
  const app = createApp({ ...parts, readCache, ...more });

  const call = async (method: string, path: string, { json, headers = {}, address = '192.0.2.1' }: Call = {}) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const type: Record<string, string> = json === undefined ? {} : { 'content-type': 'application/json' };
    // Like a browser: a request with a session has an origin.
    const hasOrigin = 'origin' in headers || 'sec-fetch-site' in headers;
    const origin: Record<string, string> = 'cookie' in headers && !hasOrigin ? { origin: SITE } : {};
    const init = { method, headers: { ...type, ...origin, ...headers }, ...body };
    return app.request(path, init, { clientIp: address });
  };
  /** Returns the session cookie of a signed-in user. */
  const cookieOf = async (name: StaffName) => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', USERS[name].email)
      .executeTakeFirstOrThrow();
    const open = (transaction: Transaction<Database>) => insertSession(transaction, id, { device: '', network: null });
    return `godhuli_session=${(await db.transaction().execute(open)).token}`;
  };
  return {
    ...{ app, db, dataDir, engine, call, cookieOf },
    /** Calls as this user, each time with a new session. */
    as:
      (name: StaffName) =>
      async (method: string, path: string, { headers, ...rest }: Call = {}) =>
        call(method, path, { ...rest, headers: { cookie: await cookieOf(name), ...headers } }),
    /** Another process on the same database and files. */
    neighbour: (more: Partial<AppDependencies> = {}) => createApp({ ...parts, readCache: createReadCache(), ...more }),
    /** Stops the database. */
    stopDatabase: database.close,
    close: async () => {
      media.close();
      // Fails if the database is stopped already.
      await remotes.close().catch(() => {});
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestApp = Awaited<ReturnType<typeof testApp>>;
