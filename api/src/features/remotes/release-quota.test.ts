import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Problem } from '@godhuli/contracts/problem';
import type { Release } from '@godhuli/contracts/releases';
import { fakeRelease, packRelease, writeRelease } from '@godhuli/release-gate/testing/fake-release';
import { sql } from 'kysely';
import { Conflict } from '../../http/errors.js';
import { remotesApp } from '../../testing/remotes-app.js';
import { engines } from '../../testing/test-database.js';

// The database is made afresh, and every publish runs the gate.
jest.setTimeout(180_000);

type Studio = Awaited<ReturnType<typeof remotesApp>>;
let studio: Studio;
beforeAll(async () => {
  studio = await remotesApp();
});
afterAll(() => studio.close());

const GIB = 1024 ** 3;
/** As large as an archive may be. */
const LARGEST = 60 * 1024 ** 2;
const DAY_MS = 24 * 60 * 60 * 1000;
const fillerVersion = (number: number) => `1.0.0-${String(number).padStart(12, '0')}`;

/** Inserts releases without files, newer than those that the remote has. */
async function insertFillers({ db }: Studio, remote: string, count: number, size = LARGEST, channel?: string) {
  await sql`
    insert into releases (remote, version, manifest, size, published_by, published_at, checks)
    select remote, '1.0.0-' || lpad(n::text, 12, '0'), manifest, ${size}, published_by, now(), checks
    from (select * from releases where remote = ${remote} order by id limit 1) first, generate_series(1, ${count}) n
    order by n`.execute(db);
  if (channel === undefined) return;
  await sql`
    insert into channels (remote, version, channel, moved_at)
    select remote, version, ${channel} || '-' || right(version, 2), now() from releases
    where remote = ${remote} and size = ${size}`.execute(db);
}
const packed = async (name: string, text: string) => new Uint8Array(await packRelease(fakeRelease({ name, text })));
const folders = async (remote: string, { dataDir } = studio) =>
  (await readdir(join(dataDir, 'releases', remote))).sort();
async function removedOf(remote: string) {
  const response = await studio.request(`/api/remotes/${remote}/releases`, { headers: studio.admin });
  const releases = (await response.json()) as Release[];
  return releases.flatMap(({ version, filesRemoved }) => (filesRemoved ? [version] : [])).sort();
}

it('CARD-7 beyond 2 GiB of a remote older files go early, never those in use or of the newest 20', async () => {
  const publish = (text: string) => studio.publish({ name: 'large', text });
  const [never, former, cached] = [await publish('never'), await publish('former'), await publish('cached')];
  const [previous, live] = [await publish('previous'), await publish('live')];
  const [previewed, named] = [await publish('previewed'), await publish('named')];
  await studio.promote('large', former);
  await studio.promote('large', cached);
  studio.clock.now = new Date(studio.clock.now.getTime() + DAY_MS + 1);
  await studio.promote('large', previous);
  await studio.promote('large', live);
  await studio.promote('large', named, 'next');
  const json = { remote: 'large', version: previewed };
  const preview = await studio.request('/api/preview', { method: 'POST', headers: studio.admin, json });
  expect(preview.status).toBe(204);
  await insertFillers(studio, 'large', 40);

  const newest = await publish('newest');
  expect(await removedOf('large')).toEqual([1, 2, 3, 4, 5, 6].map(fillerVersion).concat(never).sort());
  expect(await folders('large')).toEqual([former, cached, previous, live, previewed, named, newest].sort());
});

it('CARD-7 a release is refused when those that have to stay take 2 GiB; a freed channel makes room', async () => {
  const first = await studio.publish({ name: 'full', text: 'first' });
  await studio.promote('full', first);
  await insertFillers(studio, 'full', 35, LARGEST, 'branch');
  const body = await packed('full', 'second');
  const refused = await studio.upload('full', body);
  expect(refused.status).toBe(409);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  const { detail } = (await refused.json()) as Problem;
  expect(detail).toContain('the releases of full that have to stay would be 37 with 2.05 GiB; the limit is 1000 with');
  expect(detail).toContain('Remove channels that you no longer need');
  expect(await folders('full')).toEqual([first]);
  expect(await removedOf('full')).toEqual([]);

  expect((await studio.promote('full', first, 'branch-01')).status).toBe(200);
  expect((await studio.upload('full', body)).status).toBe(201);
  expect(await removedOf('full')).toEqual([fillerVersion(1)]);
});

it.each(engines())('CARD-7 two publications at once do not share the last room of a remote (%s)', async (engine) => {
  const racing = await remotesApp({}, engine);
  const first = await racing.publish({ name: 'race', text: 'first' });
  const { size } = await racing.db
    .selectFrom('releases')
    .select('size')
    .where('version', '=', first)
    .executeTakeFirstOrThrow();
  // A release of one file needs its size and three blocks. There is room for one and a half.
  const bytes = size + 3 * 4096;
  await insertFillers(racing, 'race', 1, 2 * GIB - 3 * 4096 - bytes - Math.round(bytes * 1.5), 'kept');
  const other = await racing.openRemotes();
  const publishes = [racing.remotes, other].map(async ({ releases }, index) => {
    const directory = await writeRelease(fakeRelease({ name: 'race', text: `${index}` }));
    await releases
      .publishFromDirectory({ directory, remote: 'race' })
      .finally(() => rm(directory, { recursive: true }));
  });
  const ended = await Promise.allSettled(publishes);
  const kept = await folders('race', racing);
  await other.close();
  await racing.close();
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [refusal] = ended.filter((one) => one.status === 'rejected').map(({ reason }) => reason);
  expect(refusal).toBeInstanceOf(Conflict);
  expect(kept).toHaveLength(2);
});

it('CARD-7 a release that was live within the last day stays when there is no room, later it goes', async () => {
  const first = await studio.publish({ name: 'recent', text: 'first' });
  await insertFillers(studio, 'recent', 35, LARGEST, 'branch');
  const [recent, live] = [fillerVersion(1), fillerVersion(35)];
  await studio.db.deleteFrom('channels').where('remote', '=', 'recent').where('version', '=', recent).execute();
  // Only a release with its files can be promoted.
  const folder = join(studio.dataDir, 'releases', 'recent');
  for (const version of [recent, live]) await cp(join(folder, first), join(folder, version), { recursive: true });
  for (const version of [recent, first, live]) expect((await studio.promote('recent', version)).status).toBe(200);
  const body = await packed('recent', 'next');

  studio.clock.now = new Date(studio.clock.now.getTime() + DAY_MS - 1);
  expect((await studio.upload('recent', body)).status).toBe(409);
  expect(await removedOf('recent')).toEqual([]);

  studio.clock.now = new Date(studio.clock.now.getTime() + 1);
  expect((await studio.upload('recent', body)).status).toBe(201);
  expect(await removedOf('recent')).toEqual([recent]);
});

it('CARD-7 a remote stores at most 1,000 releases, however small they are', async () => {
  const first = await studio.publish({ name: 'many', text: 'first' });
  await studio.promote('many', first);
  await insertFillers(studio, 'many', 999, 1);
  await studio.publish({ name: 'many', text: 'the 1001st' });
  const { rows } = await sql<{ version: string }>`
    select version from releases where remote = 'many' and files_removed_at is not null`.execute(studio.db);
  expect(rows).toEqual([{ version: fillerVersion(1) }]);
});

it('CARD-7 each stored file counts with 4 KiB more than its content', async () => {
  const first = await studio.publish({ name: 'small', text: 'first' });
  const next = fakeRelease({ name: 'small', text: 'next' });
  const incoming = next.manifest.files.reduce((sum, { size }) => sum + size, 3 * 4096);
  const insertWithManyFiles = (number: number, size: number) =>
    sql`
    insert into releases (remote, version, manifest, size, published_by, published_at, checks)
    select remote, ${fillerVersion(number)}, jsonb_set(manifest, '{files}', (
      select jsonb_agg(file) from (select manifest->'files'->0 as file from generate_series(1, 500)) copies)),
      ${size}, published_by, now(), checks
    from releases where version = ${first}`.execute(studio.db);
  const { size } = await studio.db
    .selectFrom('releases')
    .select('size')
    .where('version', '=', first)
    .executeTakeFirstOrThrow();
  // The room for the next release, except one byte.
  await insertWithManyFiles(1, 2 * GIB - 502 * 4096 - (size + 3 * 4096) - incoming + 1);
  const body = new Uint8Array(await packRelease(next));
  expect((await studio.upload('small', body)).status).toBe(409);

  await studio.db
    .updateTable('releases')
    .set({ files_removed_at: studio.clock.now })
    .where('version', '=', first)
    .execute();
  expect((await studio.upload('small', body)).status).toBe(201);
});

// The embedded database has one connection, so nothing there happens between two statements of a transaction.
const onPostgres = engines().includes('postgres') ? it : it.skip;

onPostgres('CARD-7 a removal waits for a preview that begins at the same moment, and keeps its files', async () => {
  const racing = await remotesApp({}, 'postgres');
  try {
    const first = await racing.publish({ name: 'shown', text: 'first' });
    await insertFillers(racing, 'shown', 35);
    const body = await packed('shown', 'next');
    await racing.tokenOf('shown');
    const waiting = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          racing.db,
        )
      ).rows.length;
    const untilWaiting = async (count: number) => {
      while ((await waiting()) < count) await new Promise(setImmediate);
    };
    const [preview, upload] = await racing.db
      .transaction()
      .execute(async (transaction) => {
        // Holds up the preview between its two statements.
        await sql`select from releases where version = ${first} for update`.execute(transaction);
        const json = { remote: 'shown', version: first };
        const previewed = racing.request('/api/preview', { method: 'POST', headers: racing.admin, json });
        await untilWaiting(1);
        const uploaded = racing.upload('shown', body);
        await untilWaiting(2);
        return [previewed, uploaded] as const;
      })
      .then((begun) => Promise.all(begun));
    expect(preview.status).toBe(204);
    expect(upload.status).toBe(201);
    const { rows } = await sql<{ version: string }>`
      select version from releases where files_removed_at is not null order by id`.execute(racing.db);
    expect(rows).toEqual([{ version: fillerVersion(1) }]);
    expect(await folders('shown', racing)).toContain(first);
  } finally {
    await racing.close();
  }
});

it('CARD-7 files that an ended process has marked as removed go with the next publication', async () => {
  const first = await studio.publish({ name: 'ended', text: 'first' });
  await studio.db
    .updateTable('releases')
    .set({ files_removed_at: studio.clock.now })
    .where('version', '=', first)
    .execute();
  const second = await studio.publish({ name: 'ended', text: 'second' });
  expect(await folders('ended')).toEqual([second]);
});

it('CARD-7 at most 12 archives of a remote arrive at once; the next is told to wait', async () => {
  const controllers: ReadableStreamDefaultController[] = [];
  const uploads: Promise<Response>[] = [];
  for (let number = 0; number < 12; number += 1) {
    await new Promise<void>((begun) => {
      const body = new ReadableStream(
        {
          start: (controller) => void controllers.push(controller),
          pull: () => begun(),
        },
        { highWaterMark: 0 },
      );
      uploads.push(studio.upload('arriving', body));
    });
  }
  const refused = await studio.upload('arriving', await packed('arriving', 'next'));
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await studio.upload('elsewhere', await packed('elsewhere', 'next'))).status).toBe(201);
  for (const controller of controllers) controller.close();
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 422));
  expect((await studio.upload('arriving', await packed('arriving', 'next'))).status).toBe(201);
});
