import { cp, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createHttpServer } from '@godhuli/server/http-server';
import { listen } from '@godhuli/server/listen';
import { getRequestListener } from '@hono/node-server';
import { sql } from 'kysely';
import { userCommand } from './commands/user.js';
import { databaseFolder, recordedUrl } from './db/data-directory.js';
import { openDatabase } from './db/open-database.js';
import { type ApiEnvironment, parseEnv } from './env.js';
import { startApi } from './start-api.js';
import { engines, onTestServer } from './testing/test-database.js';

let folder: string;
let dataDir: string;
let environment: ApiEnvironment;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'godhuli-start-'));
  dataDir = join(folder, 'data');
  environment = parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const listing = async (path: string) => (await readdir(path, { recursive: true })).sort();
const json = JSON.stringify({ name: 'Meera', eventType: 'wedding' });
const inquiry = { method: 'POST', body: json, headers: { 'content-type': 'application/json' } };

it('RUN-3 RUN-4 the first start creates everything and prints the password; the second changes nothing', async () => {
  const first = await startApi(environment);
  expect(first.firstAdmin).toEqual({ email: 'admin@godhuli.example', password: expect.any(String) });
  expect((await first.app.request('/api/inquiries', inquiry)).status).toBe(201);
  await expect(openDatabase({ dataDir })).rejects.toThrow(/is in use by another process/);
  const packages = await (await first.app.request('/api/packages')).json();
  await first.close();

  const second = await startApi(environment);
  expect(second.firstAdmin).toBeNull();
  expect(await (await second.app.request('/api/packages')).json()).toEqual(packages);
  expect(await second.db.selectFrom('inquiries').select('name').execute()).toEqual([{ name: 'Meera' }]);
  await second.close();
}, 120_000);

it('a command without PORT finds the site that runs on its data, and no site after the stop', async () => {
  const list = { args: ['list'], env: { DATA_DIR: dataDir }, folder, print: () => undefined };
  const api = await startApi(environment);
  const server = createHttpServer(getRequestListener(api.app.fetch), {});
  const port = await listen(server, 0, '127.0.0.1');
  await api.listensAt('127.0.0.1', port);
  await expect(userCommand(list)).rejects.toThrow(`The site is running at http://127.0.0.1:${port}.`);
  server.close();
  await api.close();
  await userCommand(list);
  expect(await recordedUrl(dataDir)).toBeNull();
}, 60_000);

it('a start removes the rows that a backup left which was killed a day ago, not those of one in progress', async () => {
  const killed = join(dataDir, 'backup-in-progress-killed');
  const running = join(dataDir, 'backup-in-progress-running');
  for (const path of [killed, running]) {
    await mkdir(path);
    await writeFile(join(path, 'inquiries.jsonl'), '{"name":"Meera"}');
  }
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(killed, yesterday, yesterday);
  const api = await startApi(environment);
  const backups = async () => (await readdir(dataDir)).filter((name) => name.startsWith('backup-in-progress-'));
  while ((await backups()).includes('backup-in-progress-killed')) await nextTurn();
  await api.close();
  expect(await backups()).toEqual(['backup-in-progress-running']);
  await rm(running, { recursive: true });
}, 60_000);

it('RUN-4 the previous version starts on a newer schema that only adds, and refuses any other', async () => {
  const newer = join(folder, 'newer');
  await cp(dataDir, newer, { recursive: true });
  const change = async (statements: string[]) => {
    const database = await openDatabase({ dataDir: newer });
    for (const statement of statements) await sql.raw(statement).execute(database.db);
    await database.close();
  };
  const applied = (name: string) => `insert into godhuli_migration (name, timestamp) values ('${name}', now()::text)`;
  await change([
    applied('990-of-a-newer-version'),
    'create table of_a_newer_version (id int primary key)',
    'alter table inquiries add column of_a_newer_version text',
  ]);
  const before = await startApi({ ...environment, dataDir: newer });
  expect((await before.app.request('/api/inquiries', inquiry)).status).toBe(201);
  expect((await before.app.request('/api/packages')).status).toBe(200);
  expect(await before.db.selectFrom('inquiries').select('name').execute()).toHaveLength(2);
  await before.close();

  await change([applied('015-of-another-version')]);
  await expect(startApi({ ...environment, dataDir: newer })).rejects.toThrow(/written by another version/);
}, 120_000);

it('RUN-3 a half-written database is refused in one line and not touched', async () => {
  const damaged = join(folder, 'damaged');
  await cp(dataDir, damaged, { recursive: true });
  await rm(join(damaged, 'database', 'global', 'pg_control'));
  const before = await listing(damaged);
  await expect(openDatabase({ dataDir: damaged })).rejects.toThrow(/^DATA_DIR: the database in [^\n]* is incomplete\./);
  expect(await listing(damaged)).toEqual(before);
});

it('RUN-3 what a first start left that died half-way is made anew', async () => {
  const half = join(folder, 'half');
  const unfinished = join(half, 'database.new');
  await mkdir(join(unfinished, 'base'), { recursive: true });
  const made = await databaseFolder(half, '18', async (target) => {
    expect(target).toEqual(unfinished);
    expect(await readdir(half)).toEqual([]);
    await mkdir(join(target, 'whole'), { recursive: true });
  });
  expect(await readdir(half)).toEqual(['database']);
  expect(await readdir(made)).toEqual(['whole']);
});

it('RUN-3 a data directory that is not ours is refused and not touched', async () => {
  const foreign = join(folder, 'foreign');
  await mkdir(foreign);
  await writeFile(join(foreign, 'thesis.txt'), 'mine');
  await expect(openDatabase({ dataDir: foreign })).rejects.toThrow(/contains other files/);
  expect(await readdir(foreign)).toEqual(['thesis.txt']);
  const halfRestored = join(folder, 'half-restored');
  await mkdir(join(halfRestored, 'restore-in-progress'), { recursive: true });
  await expect(openDatabase({ dataDir: halfRestored })).rejects.toThrow(/is running or was interrupted\. Empty/);
  await expect(openDatabase({ dataDir: join(foreign, 'thesis.txt') })).rejects.toThrow(/is not a directory/);
});

it('RUN-3 an unreachable DATABASE_URL is said in one line without the password', async () => {
  const databaseUrl = 'postgres://owner:hunter2@127.0.0.1:1/studio';
  const refused = openDatabase({ databaseUrl, dataDir });
  await expect(refused).rejects.toThrow(/^DATABASE_URL: 127\.0\.0\.1:1\/studio cannot be used: [^\n]*\.$/);
  await expect(refused).rejects.not.toThrow(/hunter2/);
});

if (engines().includes('postgres')) {
  it('RUN-3 a database with tables of somebody else is refused and not touched', async () => {
    await onTestServer(async (server, databaseUrl) => {
      await server.query('create table invoices (id int)');
      await expect(startApi({ ...environment, databaseUrl })).rejects.toThrow(/contains other tables \(invoices\)/);
      const { rows } = await server.query(`select tablename from pg_tables where schemaname = 'public'`);
      expect(rows).toEqual([{ tablename: 'invoices' }]);
    });
  });

  it('RUN-3 RUN-4 several processes may start first on one database: one migrates, one seeds, one admin', async () => {
    await onTestServer(async (_server, databaseUrl) => {
      const starts = ['a', 'b'].map((name) => startApi({ ...environment, databaseUrl, dataDir: join(folder, name) }));
      const apis = await Promise.all(starts);
      expect(apis.map(({ engine }) => engine)).toEqual(['postgres', 'postgres']);
      expect(apis.filter(({ firstAdmin }) => firstAdmin !== null)).toHaveLength(1);
      expect(await apis[0]?.db.selectFrom('profile').select('id').execute()).toHaveLength(1);
      for (const api of apis) await api.close();
    });
  }, 120_000);
}
