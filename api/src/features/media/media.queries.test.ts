import type { OpenDatabase } from '../../db/open-database.js';
import { engines, testDatabase } from '../../testing/test-database.js';
import { markWanted, wantedIds } from './encoding.queries.js';
import { captureTimes, knownMediaIds, mediaById } from './media.queries.js';

jest.setTimeout(60_000);

describe.each(engines())('70,000 ids at once, on %s', (engine) => {
  let database: OpenDatabase;
  /** The last one is a photo. A statement has at most 65,535 parameters. */
  let ids: string[];
  beforeAll(async () => {
    database = await testDatabase(engine);
    const photo = await database.db.selectFrom('media').select('id').executeTakeFirstOrThrow();
    ids = [...Array.from({ length: 70_000 }, (_, index) => String(index)), photo.id];
  }, 120_000);
  afterAll(() => database.close());

  const last = () => ids.at(-1) as string;

  it('find the photo among them', async () => {
    expect(await mediaById(database.db, ids)).toEqual(new Map([[last(), expect.anything()]]));
  });

  it('find the photo whose files a sweep keeps', async () => {
    expect(await knownMediaIds(database.db, ids)).toEqual(new Set([last()]));
  });

  it('find the time of the photo among them', async () => {
    await database.db.updateTable('media').set({ taken_at: '2026-11-30 12:00:00' }).where('id', '=', last()).execute();
    const rows = ids.map((media_id) => ({ media_id }));
    expect(await captureTimes(database.db, rows)).toEqual(new Map([[last(), expect.anything()]]));
  });

  it('record the photo among them as wanted', async () => {
    await markWanted(database.db, ids);
    expect(await wantedIds(database.db)).toEqual([last()]);
  });
});
