import type { PGlite } from '@electric-sql/pglite';
import { StartupError } from '@godhuli/server/startup-error';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { claimDataDirectory, databaseFolder, freeSpace, lockDataDirectory } from './data-directory.js';
import type { Database } from './database.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { createPglite, openDurablePglite, PGLITE_POSTGRES_VERSION } from './durable-pglite.js';
import { failFastPool } from './fail-fast-pool.js';
import { createPglitePool } from './pglite-pool.js';
import { connectionsOf, currentPool, DEFAULT_CONNECTIONS, POOL_NAMES, POOLS, type PoolName } from './pools.js';
import { createPostgresListener } from './postgres-listener.js';
import { listTables } from './site-tables.js';
import { valueTypes } from './value-types.js';

/** A table that exists while rows are restored and the files that belong to them are not. */
export const UNFINISHED_RESTORE = 'godhuli_unfinished_restore';

/** An open database. Both engines have the same SQL and types. */
export interface OpenDatabase {
  db: Kysely<Database>;
  engine: 'pglite' | 'postgres';
  /**
   * Calls `callback` with the payload of each notification on `channel` (a plain word), and `onState` whenever the listener
   * connects or disconnects; while it is disconnected, notifications may be missed.
   * @returns stops listening
   */
  listen(
    channel: string,
    callback: (payload: string) => void,
    onState?: (listening: boolean) => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/**
 * Opens the Postgres at `databaseUrl`, or the embedded one in `dataDir`.
 * @param options `poolSize`: most connections to Postgres, in addition to one for notifications and one for migrations;
 * `report` is called with a problem of the embedded database while it is open
 * @throws StartupError when the database is unreachable or contains other tables, or the data directory cannot be used
 */
export async function openDatabase(options: {
  databaseUrl?: string;
  dataDir: string;
  poolSize?: number;
  report?: (problem: string) => void;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, poolSize = DEFAULT_CONNECTIONS, report = console.error } = options;
  const opened = databaseUrl ? await openPostgres(databaseUrl, poolSize) : await openEmbedded(dataDir, report);
  try {
    await refuseUnusableTables(opened);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const kysely = (pool: PostgresPool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

async function openEmbedded(dataDir: string, report: (problem: string) => void): Promise<OpenDatabase> {
  await claimDataDirectory(dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    const folder = await databaseFolder(dataDir, PGLITE_POSTGRES_VERSION, createPglite);
    const reopen = async () => {
      const { bytes, isFull } = await freeSpace(folder);
      const room = `${Math.floor(bytes / (1 << 20))} MB are free on the disk of DATA_DIR`;
      report(`The embedded database has ended itself. ${room}. ${isFull ? 'It needs 16 MB.' : 'It is opened again.'}`);
      if (isFull) throw new Error('The database is closed: the disk is full.');
      return openDurablePglite(folder);
    };
    const opened = await wrapPglite(await openDurablePglite(folder), reopen);
    return {
      ...opened,
      close: async () => {
        await opened.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

interface EmbeddedSubscription {
  channel: string;
  callback: (payload: string) => void;
  onState?: ((listening: boolean) => void) | undefined;
  stop(): Promise<void>;
}

/**
 * Wraps a PGlite instance as an open database, which closes the instance.
 * @param reopen opens the database again after Postgres has ended itself
 */
export async function wrapPglite(pglite: PGlite, reopen?: () => Promise<PGlite>): Promise<OpenDatabase> {
  const subscriptions = new Set<EmbeddedSubscription>();
  const reopenAndListen =
    reopen &&
    (async () => {
      const fresh = await reopen();
      try {
        for (const each of subscriptions) {
          each.onState?.(false);
          each.stop = await fresh.listen(each.channel, each.callback);
          each.onState?.(true);
        }
        return fresh;
      } catch (error) {
        await fresh.close();
        throw error;
      }
    });
  const client = await createPglitePool(pglite, reopenAndListen);
  return {
    db: kysely(client),
    engine: 'pglite',
    listen: async (channel, callback, onState) => {
      const stop = await client.exclusively((current) => current.listen(channel, callback));
      const subscription = { channel, callback, onState, stop: () => stop() };
      subscriptions.add(subscription);
      onState?.(true);
      return async () => {
        await client
          .exclusively(() => subscription.stop(), { reopens: false })
          .catch((error) => {
            if (!isDatabaseUnavailable(error)) throw error;
          });
        subscriptions.delete(subscription);
      };
    },
    close: () => client.end(),
  };
}

/** This program waits this much longer than the statement timeout of Postgres. */
const CLIENT_GRACE_MS = 5_000;

/** Opens one of our pools, with its connections and timeouts. */
function openPool(connectionString: string, name: PoolName, poolSize: number): pg.Pool {
  const { statementTimeoutMs, lockTimeoutMs, idleTransactionMs } = POOLS[name];
  const pool = new pg.Pool({
    connectionString,
    types: valueTypes,
    max: connectionsOf(name, poolSize),
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs && statementTimeoutMs + CLIENT_GRACE_MS,
  });
  // Without these listeners a lost connection would end the process: `pg` emits an error on the pool if the connection is
  // idle, otherwise on the client. The statement fails, and the pool opens a new connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function openPostgres(connectionString: string, poolSize: number): Promise<OpenDatabase> {
  const pools = POOL_NAMES.map((name) => openPool(connectionString, name, poolSize));
  const end = async () => void (await Promise.all(pools.map((pool) => pool.end())));
  try {
    await checkServer(pools[POOL_NAMES.indexOf(currentPool())] as pg.Pool);
  } catch (cause) {
    await end();
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`DATABASE_URL: ${serverName(connectionString)} cannot be used: ${reason(cause)}.`, {
      cause,
    });
  }
  const listener = createPostgresListener(connectionString);
  const failFastPools = pools.map((pool) => failFastPool(pool, listener));
  return {
    db: kysely({ connect: () => (failFastPools[POOL_NAMES.indexOf(currentPool())] as PostgresPool).connect(), end }),
    engine: 'postgres',
    listen: listener.listen,
    close: async () => {
      await listener.close();
      await end();
    },
  };
}

async function checkServer(pool: pg.Pool) {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  const server = rows[0];
  if (!server || server.version < 130_000) throw new StartupError('DATABASE_URL: Postgres 13 or newer is needed.');
  if (server.encoding !== 'UTF8') {
    throw new StartupError(`DATABASE_URL: the database's encoding is ${server.encoding}, UTF8 is needed.`);
  }
}

/** Refuses a database with half of a restore or tables of another program, before anything is written. */
async function refuseUnusableTables({ db, engine }: OpenDatabase) {
  const names = (await listTables(db)).map(({ name }) => name);
  if (names.includes(UNFINISHED_RESTORE)) {
    throw new StartupError(
      'DATABASE_URL: a restore into this database was interrupted. Empty DATA_DIR, create the database again and ' +
        'repeat the restore.',
    );
  }
  if (names.length === 0 || names.includes('godhuli_migration')) return;
  const where = engine === 'pglite' ? 'DATA_DIR: the embedded database' : 'DATABASE_URL: the database';
  throw new StartupError(`${where} contains other tables (${names.slice(0, 3).join(', ')}). Nothing was changed.`);
}

/** Returns host, port and database of a connection string, never the password. */
function serverName(connectionString: string): string {
  try {
    const { host, pathname } = new URL(connectionString);
    return `${host || 'the server'}${pathname}`;
  } catch {
    return 'the URL';
  }
}

function reason(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reason(cause.errors[0]);
  return cause instanceof Error ? cause.message.replace(/\s+/g, ' ').replace(/\.$/, '') : String(cause);
}
