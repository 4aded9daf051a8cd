import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { StartupError } from '../startup-error.js';
import { claimDataDirectory, databaseFolder, lockDataDirectory } from './data-directory.js';
import type { Database } from './database.js';
import { createPglite, openDurablePglite, PGLITE_POSTGRES_VERSION } from './durable-pglite.js';
import { connectionsOf, currentLane, DEFAULT_POOL_SIZE, LANE_NAMES, LANES, type Lane } from './lanes.js';
import { createPostgresListener } from './postgres-listener.js';
import { createSingleClient } from './single-client.js';
import { valueTypes } from './value-types.js';
import { watchPool } from './watched-pool.js';

/** An open database; both engines speak the same SQL and the same types. */
export interface OpenDatabase {
  db: Kysely<Database>;
  engine: 'pglite' | 'postgres';
  /**
   * Calls `callback` with the payload of each notification on `channel` (a plain word).
   * `onState` hears whether the listener is up; while it is down notifications may be missed.
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
 * Opens the Postgres at `databaseUrl`, or else the embedded one in `dataDir`.
 * @param options `poolSize`: connections to Postgres at most, beside one that listens and one that migrates
 * @throws StartupError: unreachable or foreign database; data directory locked, foreign or half-written
 */
export async function openDatabase(options: {
  databaseUrl?: string;
  dataDir: string;
  poolSize?: number;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, poolSize = DEFAULT_POOL_SIZE } = options;
  const opened = databaseUrl ? await openPostgres(databaseUrl, poolSize) : await openEmbedded(dataDir);
  try {
    await refuseForeignTables(opened);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

const kysely = (pool: PostgresPool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  await claimDataDirectory(dataDir);
  const lock = await lockDataDirectory(dataDir);
  try {
    const folder = await databaseFolder(dataDir, PGLITE_POSTGRES_VERSION, createPglite);
    const opened = await wrapPglite(await openDurablePglite(folder));
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

/** A PGlite instance as an open database; closing closes it. */
export async function wrapPglite(pglite: PGlite): Promise<OpenDatabase> {
  const client = await createSingleClient(pglite);
  return {
    db: kysely(client),
    engine: 'pglite',
    listen: async (channel, callback, onState) => {
      const stop = await client.exclusively(() => pglite.listen(channel, callback));
      onState?.(true);
      return () => client.exclusively(() => stop());
    },
    close: async () => {
      await client.end();
      await pglite.close();
    },
  };
}

/** How much longer than Postgres this program waits for a statement to end. */
const CLIENT_WAITS_LONGER_MS = 5_000;

/** The pool of one lane: its connections, and how long their statements may take and wait for locks. */
function openPool(connectionString: string, lane: Lane, poolSize: number): pg.Pool {
  const { statementTimeoutMs, lockTimeoutMs, idleTransactionMs } = LANES[lane];
  const pool = new pg.Pool({
    connectionString,
    types: valueTypes,
    max: connectionsOf(lane, poolSize),
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs && statementTimeoutMs + CLIENT_WAITS_LONGER_MS,
  });
  // Without these a dropped connection would end the process: `pg` emits it on the pool when idle, on the client
  // when checked out. The statement that hits it fails by itself, and the pool opens a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function openPostgres(connectionString: string, poolSize: number): Promise<OpenDatabase> {
  const pools = LANE_NAMES.map((lane) => openPool(connectionString, lane, poolSize));
  const end = async () => void (await Promise.all(pools.map((pool) => pool.end())));
  try {
    await checkServer(pools[LANE_NAMES.indexOf(currentLane())] as pg.Pool);
  } catch (cause) {
    await end();
    if (cause instanceof StartupError) throw cause;
    throw new StartupError(`DATABASE_URL: ${serverName(connectionString)} cannot be used: ${reason(cause)}.`, {
      cause,
    });
  }
  const listener = createPostgresListener(connectionString);
  const watched = pools.map((pool) => watchPool(pool, listener));
  return {
    db: kysely({ connect: () => (watched[LANE_NAMES.indexOf(currentLane())] as PostgresPool).connect(), end }),
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

/** Refuses a database with tables of somebody else, before anything is written. */
async function refuseForeignTables({ db, engine }: OpenDatabase) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  const names = tables.map((table) => table.name);
  if (names.length === 0 || names.includes('godhuli_migration')) return;
  const where = engine === 'pglite' ? 'DATA_DIR: the embedded database' : 'DATABASE_URL: the database';
  throw new StartupError(`${where} contains other tables (${names.slice(0, 3).join(', ')}). Nothing was changed.`);
}

/** Host, port and database, never the password. */
function serverName(connectionString: string): string {
  try {
    const { host, pathname } = new URL(connectionString);
    return `${host || 'the server'}${pathname}`;
  } catch {
    return 'the address';
  }
}

function reason(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reason(cause.errors[0]);
  return cause instanceof Error ? cause.message.replace(/\s+/g, ' ').replace(/\.$/, '') : String(cause);
}
