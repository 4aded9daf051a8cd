import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { Kysely } from 'kysely';
import pg from 'pg';
import type { Database } from '../db/database.js';
import { compileLate } from '../db/late-compilation.js';
import { migrate } from '../db/migrate.js';
import { type OpenDatabase, openDatabase, wrapPglite } from '../db/open-database.js';
import { insertMedia } from '../features/media/media.queries.js';
import { readSeedPhotos } from '../features/media/seed-media.js';
import { hashPassword } from '../features/users/password-hash.js';
import { insertSamples } from '../seeds/seed-database.js';

export type Engine = OpenDatabase['engine'];

/** The password of every user below. */
export const PASSWORD = 'correct horse battery';
export const USERS = {
  admin: { email: 'admin@example.com', name: 'Asha Admin', role: 'admin', disabled: false },
  editor: { email: 'editor@example.com', name: 'Esha Editor', role: 'editor', disabled: false },
  disabled: { email: 'gone@example.com', name: 'Gone Admin', role: 'admin', disabled: true },
} as const;

const SERVER_URL = process.env.TEST_DATABASE_URL;

compileLate();

/**
 * Returns the engines for tests of SQL. Without a server Postgres is skipped with a message; on CI it fails.
 */
export function engines(): Engine[] {
  if (SERVER_URL) return ['pglite', 'postgres'];
  if (process.env.CI) throw new Error('TEST_DATABASE_URL is not set, and CI tests on a real Postgres too.');
  process.stderr.write('TEST_DATABASE_URL is not set: the tests run on the embedded Postgres alone.\n');
  return ['pglite'];
}

/** Creates a migrated database with the sample data and three users, from a template in less than a second. */
export function testDatabase(engine: Engine = 'pglite'): Promise<OpenDatabase> {
  return engine === 'pglite' ? copyOfEmbedded() : copyOnServer();
}

async function copyOfEmbedded(): Promise<OpenDatabase> {
  const database = await wrapPglite(
    await copyOfTemplate(templateVersion(PREPARED_FROM), async () => {
      const pglite = await emptyPglite();
      await prepare((await wrapPglite(pglite)).db);
      return pglite;
    }),
  );
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= database.close();
    return closing;
  };
  return { ...database, close };
}

/** Returns an embedded database without tables: a copy takes a sixth of the processor time of a new one. */
export function emptyPglite(): Promise<PGlite> {
  return copyOfTemplate(templateVersion([]), async () => {
    // Each copy reads the whole template. Small files of the write-ahead log and one database instead of three make it small.
    const pglite = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
    await pglite.exec('update pg_database set datistemplate = false');
    await pglite.exec('drop database template0');
    await pglite.exec('drop database template1');
    return pglite;
  });
}

/** Opens a copy of a template, which the first test process that needs it builds. */
async function copyOfTemplate(version: string, build: () => Promise<PGlite>): Promise<PGlite> {
  const template = join(tmpdir(), `godhuli-test-${version}.tar`);
  if (!existsSync(template)) {
    const pglite = await build();
    await pglite.exec('checkpoint');
    const dump = await pglite.dumpDataDir('none');
    const unfinished = `${template}.${randomBytes(6).toString('hex')}`;
    await writeFile(unfinished, Buffer.from(await dump.arrayBuffer()));
    await rename(unfinished, template);
    await pglite.close();
  }
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];
  return PGlite.create({ loadDataDir: new Blob([await readFile(template)]), startParams });
}

async function copyOnServer(): Promise<OpenDatabase> {
  const template = `godhuli_test_${templateVersion(PREPARED_FROM)}`;
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await onServer(async (server) => {
    // One test process builds the template, the others wait for it.
    await server.query('select pg_advisory_lock(7104)');
    const { rowCount } = await server.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) await buildServerTemplate(server, template);
    await server.query(`create database ${name} template ${template}`);
    await server.query('select pg_advisory_unlock(7104)');
  });
  const database = await openDatabase({ databaseUrl: urlOf(name), dataDir: '' });
  let closing: Promise<void> | undefined;
  return {
    ...database,
    close: async () => {
      closing ??= database.close();
      await closing;
      await onServer((server) => server.query(`drop database if exists ${name} with (force)`));
    },
  };
}

async function buildServerTemplate(server: pg.Client, template: string) {
  const unfinished = `${template}_unfinished`;
  await server.query(`drop database if exists ${unfinished} with (force)`);
  await server.query(`create database ${unfinished} template template0 encoding 'UTF8'`);
  const database = await openDatabase({ databaseUrl: urlOf(unfinished), dataDir: '' });
  await prepare(database.db);
  await database.close();
  await server.query(`alter database ${unfinished} rename to ${template}`);
}

async function onServer(work: (server: pg.Client) => Promise<unknown>) {
  const server = new pg.Client({ connectionString: SERVER_URL });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/** Runs `work` with an empty database on the server, which is removed afterwards. */
export async function onTestServer(work: (client: pg.Client, url: string) => Promise<void>): Promise<void> {
  const name = `godhuli_empty_${randomBytes(6).toString('hex')}`;
  await onServer((server) => server.query(`create database ${name} template template0 encoding 'UTF8'`));
  const client = new pg.Client({ connectionString: urlOf(name) });
  await client.connect();
  try {
    await work(client, urlOf(name));
  } finally {
    await client.end();
    await onServer((server) => server.query(`drop database ${name} with (force)`));
  }
}

/** Runs `work` on a database without tables, which is removed afterwards. */
export async function onEmptyDatabase(engine: Engine, work: (db: Kysely<Database>) => Promise<void>): Promise<void> {
  if (engine === 'pglite') {
    const database = await wrapPglite(await emptyPglite());
    await work(database.db).finally(database.close);
    return;
  }
  await onTestServer(async (_, databaseUrl) => {
    const database = await openDatabase({ databaseUrl, dataDir: '' });
    await work(database.db).finally(database.close);
  });
}

function urlOf(name: string): string {
  const url = new URL(SERVER_URL ?? '');
  url.pathname = `/${name}`;
  return url.href;
}

/** Applies migrations and inserts sample data (images without files) and users. */
async function prepare(db: Kysely<Database>) {
  await migrate(db);
  const ids = new Map<string, string>();
  for (const { file, alt, focal, description } of await readSeedPhotos()) {
    await insertMedia(db, { ...description, alt, focal_x: focal[0], focal_y: focal[1] });
    ids.set(file, description.id);
  }
  await db.transaction().execute((transaction) => insertSamples(transaction, ids));
  const password_hash = await hashPassword(PASSWORD);
  await db
    .insertInto('users')
    .values(Object.values(USERS).map((user) => ({ ...user, password_hash })))
    .execute();
}

/** The folders of what `prepare` inserts. */
const PREPARED_FROM = ['../db/migrations', '../seeds', '../../seeds/photos'];

/** Returns a hash of everything that a template contains: of this file and of the sources in `folders`. */
function templateVersion(folders: string[]): string {
  const hash = createHash('sha256');
  hash.update(readFileSync(__filename));
  for (const folder of folders) {
    const path = join(__dirname, folder);
    for (const name of readdirSync(path)
      .filter((each) => /\.(ts|json)$/.test(each))
      .sort()) {
      hash.update(readFileSync(join(path, name)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
