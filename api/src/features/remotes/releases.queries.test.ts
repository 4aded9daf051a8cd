import { fakeRelease } from '@godhuli/release-gate/testing/fake-release';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { engines, testDatabase } from '../../testing/test-database.js';
import { newestReleaseWith } from './releases.queries.js';

const OLD = 'assets/old.0123456789ab.js';

/** Inserts 300 releases; the first 30 have `OLD`. */
async function insertReleases(db: Kysely<Database>) {
  const { manifest } = fakeRelease({ name: 'team' });
  const older = fakeRelease({ name: 'team', files: { [OLD]: 'self.old = 1' } }).manifest;
  await sql`
    insert into releases (remote, version, manifest, size, published_by, published_at, checks)
    select 'team', '1.0.' || n, case when n <= 30 then ${JSON.stringify(older)}::jsonb else ${JSON.stringify(manifest)}::jsonb end,
      1, 'test', now(), '[]'
    from generate_series(1, 300) n`.execute(db);
}

/** Looks a file up. Returns the version that has it, and how many rows of releases the database read. */
const lookUp = (db: Kysely<Database>, path: string) =>
  db.transaction().execute(async (transaction) => {
    const rowsRead = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname = 'releases'`.execute(transaction);
      return rows[0]?.read ?? Number.NaN;
    };
    const before = await rowsRead();
    const version = await newestReleaseWith(transaction, 'team', path);
    return { version, read: (await rowsRead()) - before };
  });

describe.each(engines())('on %s', (engine) => {
  let database: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    database = await testDatabase(engine);
    await insertReleases(database.db);
  });
  afterAll(() => database.close());

  it('CARD-7 a file name that no release has reads no release', async () => {
    const { version, read } = await lookUp(database.db, 'assets/x1.aaaaaaaaaaa1.js');
    expect(version).toBeNull();
    expect(read).toBe(0);
  });

  it('CARD-7 a file that only older releases have reads no others, also with statistics of the table', async () => {
    await sql`analyze releases`.execute(database.db);
    const { version, read } = await lookUp(database.db, OLD);
    expect(version).toBe('1.0.30');
    expect(read).toBe(30);
  });
});
