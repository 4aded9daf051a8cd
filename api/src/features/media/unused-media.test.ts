import { sql } from 'kysely';
import { tryLock } from '../../db/advisory-lock.js';
import type { OpenDatabase } from '../../db/open-database.js';
import { engines, testDatabase } from '../../testing/test-database.js';
import { markWanted } from './encoding.queries.js';
import { leaveMedia, removeLeftMedia } from './unused-media.js';

describe.each(engines())('on %s', (engine) => {
  let database: OpenDatabase;
  let removed: string[];
  beforeAll(async () => {
    database = await testDatabase(engine);
  }, 120_000);
  beforeEach(() => {
    removed = [];
  });
  afterAll(() => database.close());

  const [first, second, third] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)] as const;
  const [fourth, fifth, sixth] = ['d'.repeat(64), 'e'.repeat(64), 'f'.repeat(64)] as const;
  const store = {
    remove: async (id: string) => {
      removed.push(id);
    },
  };
  const addPhoto = (id: string) =>
    sql`insert into media (id, width, height, thumbhash, color, focal_x, focal_y, bytes)
      values (${id}, 10, 10, 'x', '#000000', 50, 50, 5)`.execute(database.db);
  const addItem = (id: string, db = database.db) =>
    sql`insert into portfolio (title, slug, image, media_id, category, description, place, alt, focal_x, focal_y, hero,
        position, published)
      values ('Used', ${id}, '', ${id}, 'commercial', '', '', '', 50, 50, false, 9000, true)`.execute(db);
  const note = (ids: string[]) => database.db.transaction().execute((transaction) => leaveMedia(transaction, ids));

  it('PRIV-4 a photo whose last use ends right after the check is removed by the next run', async () => {
    const { db } = database;
    await addPhoto(first);
    await addItem(first);
    await note([first]);
    const check = db.transaction();
    const execute = async (work: Parameters<typeof check.execute>[0]) => {
      const result = await check.execute(work);
      await db.deleteFrom('portfolio').where('media_id', '=', first).execute();
      await note([first]);
      return result;
    };
    jest.spyOn(db, 'transaction').mockReturnValueOnce({ execute } as never);
    await removeLeftMedia(db, store, 'all');
    await removeLeftMedia(db, store, 'all');
    expect(removed).toEqual([first]);
  });

  if (engine === 'postgres')
    it('ADM-GAL-10 a photo that someone is adding to an item is checked last, and stays', async () => {
      const { db } = database;
      for (const id of [second, third]) await addPhoto(id);
      await note([second, third]);
      const { running } = await db.transaction().execute(async (transaction) => {
        await addItem(second, transaction);
        let running: Promise<number> | undefined;
        await new Promise<void>((resolve) => {
          running = removeLeftMedia(db, { remove: async (id) => store.remove(id).then(resolve) }, 'all');
        });
        return { running };
      });
      await running;
      expect(removed).toEqual([third]);
    });

  if (engine === 'postgres')
    it('ADM-GAL-10 a photo whose encoding is being recorded is removed last', async () => {
      const { db } = database;
      for (const id of [fourth, fifth]) await addPhoto(id);
      await markWanted(db, [fourth, fifth]);
      await note([fourth, fifth]);
      const { running } = await db.transaction().execute(async (transaction) => {
        await markWanted(transaction, [fourth]);
        let running: Promise<number> | undefined;
        await new Promise<void>((resolve, reject) => {
          running = removeLeftMedia(db, { remove: async (id) => store.remove(id).then(resolve) }, 'all');
          running.catch(reject);
        });
        return { running };
      });
      await running;
      expect(removed).toEqual([fifth, fourth]);
    });

  it('ADM-GAL-10 a removal that Postgres ends because of a deadlock is tried again', async () => {
    const { db } = database;
    await addPhoto(first);
    const execute = () => Promise.reject(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
    jest.spyOn(db, 'transaction').mockReturnValueOnce({ execute } as never);
    expect(await removeLeftMedia(db, store, [first])).toBe(1);
  });

  it('ADM-GAL-10 files that cannot be removed leave no files of the other photos', async () => {
    const ids = [fourth, fifth, sixth];
    for (const id of ids) await addPhoto(id);
    const remove = async (id: string) => {
      if (id === fifth) throw new Error('EIO');
      await store.remove(id);
    };
    await expect(removeLeftMedia(database.db, { remove }, ids)).rejects.toThrow('EIO');
    expect(removed.sort()).toEqual([fourth, sixth]);
  });

  it('ADM-GAL-10 a photo of a draft that is saved and scheduled during a removal stays', async () => {
    const { db } = database;
    const photo = '1'.repeat(64);
    await addPhoto(photo);
    // The draft is older than the revisions that every removal reads again.
    await sql`
      insert into revisions (entity, entity_id, locale, version, body, state, author)
      select 'testimonial', number, 'en', 1, '{}', case number when 0 then 'draft' else 'published' end, 'x'
      from generate_series(0, 101) as number`.execute(db);
    const removal = db.transaction();
    const execute = async (work: Parameters<typeof removal.execute>[0]) => {
      await sql`
        with schedule as (
          insert into schedules (due_at, zone, wall_time, labels, created_by)
          values (now(), 'Asia/Kolkata', '2030-01-01T09:00', '{}', 'x') returning id)
        update revisions set body = ${JSON.stringify({ photoId: photo })}, state = 'scheduled', schedule_id = schedule.id
        from schedule where revisions.state = 'draft'`.execute(db);
      return removal.execute(work);
    };
    jest.spyOn(db, 'transaction').mockReturnValueOnce({ execute } as never);
    expect(await removeLeftMedia(db, store, [photo])).toBe(0);
  });

  if (engine === 'postgres') {
    it('ADM-GAL-10 a photo can be stored while the files of another one are removed', async () => {
      const { db } = database;
      for (const id of [fourth, fifth]) await addPhoto(id);
      const remove = async (id: string) => {
        const other = id === fourth ? fifth : fourth;
        await db.transaction().execute((transaction) => tryLock(transaction, [`media ${other}`]));
        await store.remove(id);
      };
      expect(await removeLeftMedia(db, { remove }, [fourth, fifth])).toBe(2);
    });

    it('PRIV-4 a run reads each note once, also those that are being noted again', async () => {
      const { db } = database;
      let pages = 0;
      const counted = db.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind === 'SelectQueryNode' && node.limit) pages += 1;
          if (pages > 2) throw new Error('The run does not end.');
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const many = Array.from({ length: 501 }, (_, index) => String(index).padStart(64, '0'));
      await note(many);
      await db.transaction().execute(async (transaction) => {
        await leaveMedia(transaction, many);
        await removeLeftMedia(counted, store, 'all');
      });
      expect(pages).toBe(2);
    });
  }
});
