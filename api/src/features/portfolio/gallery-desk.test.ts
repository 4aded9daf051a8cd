import { createHash } from 'node:crypto';
import {
  portfolioBulkResultSchema,
  portfolioHistorySchema,
  portfolioItemSchema,
  portfolioPageSchema,
  staffPortfolioItemSchema,
} from '@godhuli/contracts/portfolio';
import { sql } from 'kysely';
import sharp from 'sharp';
import { z } from 'zod';
import { jsonOf, SITE, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { THIS_INSTALLATION } from '../audit/index.js';
import { markResult } from '../media/encoding.queries.js';
import { removeLeftMedia } from '../media/index.js';
import { changePortfolioItems } from './bulk.service.js';
import { emptyOldTrash } from './trash-cleanup.js';

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let staff: ReturnType<TestApp['as']>;
  beforeAll(async () => {
    api = await testApp(engine);
    staff = api.as('editor');
  }, 120_000);
  afterAll(() => api.close());

  const publicItems = async (path = '/api/portfolio') =>
    z.array(portfolioItemSchema).parse(await (await api.call('GET', path)).json());
  const page = async (query: string) =>
    portfolioPageSchema.parse(await (await staff('GET', `/api/admin/portfolio?${query}`)).json());
  const add = async (more: object = {}) =>
    staffPortfolioItemSchema.parse(
      await (await staff('POST', '/api/portfolio', { json: { title: 'New', category: 'cinematic', ...more } })).json(),
    );
  const bulk = async (json: object) =>
    portfolioBulkResultSchema.parse(await (await staff('POST', '/api/portfolio/bulk', { json })).json());
  const seen = (items: { _id: string; version: number }[]) => items.map(({ _id: id, version }) => ({ id, version }));
  const remove = async (items: { _id: string; version: number }[]) => {
    const { changed } = await bulk({ items: seen(items), action: 'trash' });
    await bulk({ items: seen(changed), action: 'erase' });
  };
  /** Uploads a small photo with this EXIF. */
  const upload = async (background: string, exif: object = {}) => {
    const image = sharp({ create: { width: 60, height: 40, channels: 3, background } }).withExif(exif);
    const bytes = await image.jpeg().toBuffer();
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), 'x.jpg');
    const headers = { cookie: await api.cookieOf('editor'), origin: SITE };
    const media = await jsonOf(await api.app.request('/api/admin/media', { method: 'POST', body, headers }));
    return { id: media.id as string, hash: createHash('sha256').update(bytes).digest('hex'), media };
  };
  const taken = (DateTimeOriginal: string, more: object = {}) => ({ IFD2: { DateTimeOriginal, ...more } });

  it('ADM-GAL-6 an unpublished item is in no public list, hero or cache, and staff still see it', async () => {
    const before = await publicItems();
    const [first] = before.filter(({ hero }) => hero);
    const id = first?._id ?? '';
    await staff('PUT', `/api/portfolio/${id}`, { json: { published: false } });
    const paths = ['/api/portfolio', `/api/portfolio/${first?.category}`, '/api/hero'];
    for (const path of paths) expect(await (await api.call('GET', path)).text()).not.toContain(`"_id":"${id}"`);
    const unpublished = await page('show=unpublished');
    expect(unpublished.items.map(({ _id }) => _id)).toEqual([id]);
    expect(unpublished.unpublished).toBe(1);
    expect((await page('show=published&limit=1')).total).toBe(before.length - 1);
    await staff('PUT', `/api/portfolio/${id}`, { json: { published: true } });
    expect((await publicItems()).map(({ _id }) => _id)).toEqual(before.map(({ _id }) => _id));
  });

  it('ADM-GAL-7 the time is kept as the camera wrote it; visitors get neither time nor location', async () => {
    const exif = taken('2026:02:14 18:03:22', { SubSecTimeOriginal: '12', OffsetTimeOriginal: '+05:30' });
    const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1', GPSLongitudeRef: 'E' } };
    const photo = await upload('#123456', { ...exif, ...gps });
    const item = await add({ mediaId: photo.id });
    expect(item.takenAt).toBe('2026-02-14T18:03:22.12');
    expect(item.takenOffset).toBe('+05:30');
    const rows = await api.db.selectFrom('media').selectAll().where('id', '=', photo.id).execute();
    expect(JSON.stringify(rows)).not.toMatch(/gps|latitude|18\/1/i);
    expect(JSON.stringify(photo.media)).not.toContain('2026');
    expect(await (await api.call('GET', '/api/portfolio')).text()).not.toMatch(/takenAt|2026-02-14T18|deletedAt/);
    const originals = await api.db.selectFrom('media_originals').selectAll().where('media_id', '=', photo.id).execute();
    expect(originals).toEqual([{ hash: photo.hash, media_id: photo.id }]);
    const broken = await upload('#a23457', taken('soon'));
    expect((await add({ mediaId: broken.id })).takenAt).toBeNull();
    await remove((await page('q=New')).items);
  });

  it('ADM-GAL-8 one bulk edit changes every item that nobody else changed, and reports the others', async () => {
    const made = [await add(), await add(), await add(), await add()];
    const [first, second, third, fourth] = made as [
      (typeof made)[0],
      (typeof made)[0],
      (typeof made)[0],
      (typeof made)[0],
    ];
    await staff('PUT', `/api/portfolio/${second._id}`, { json: { title: 'Theirs' } });
    await staff('DELETE', `/api/portfolio/${third._id}`);
    const audits = () => api.db.selectFrom('audit').select('id').execute();
    const known = (await audits()).length;
    const change = { titlePattern: 'Haldi {n}', place: 'Pune', category: 'wedding', published: false };
    const result = await bulk({ items: seen([fourth, second, third, first]), action: 'change', change });
    expect(result.changed.map(({ _id, title }) => [_id, title])).toEqual([
      [fourth._id, 'Haldi 1'],
      [first._id, 'Haldi 4'],
    ]);
    expect(
      result.changed.map(({ place, category, published, version }) => [place, category, published, version]),
    ).toEqual(Array(2).fill(['Pune', 'wedding', false, 2]));
    expect(result.conflicts.map(({ id, reason, current }) => [id, reason, current?.title])).toEqual([
      [second._id, 'changed', 'Theirs'],
      [third._id, 'missing', 'New'],
    ]);
    expect(await audits()).toHaveLength(known + 2);
    for (const json of [
      { items: seen([first]), action: 'change' },
      { items: seen([first]), action: 'change', change: {} },
      { items: [], action: 'trash' },
      { items: seen(Array(501).fill(first)), action: 'trash' },
    ])
      expect((await staff('POST', '/api/portfolio/bulk', { json })).status).toBe(422);
    await bulk({ items: [{ id: third._id, version: 2 }], action: 'erase' });
    await remove([...result.changed, { _id: second._id, version: 2 }]);
  });

  it('ADM-GAL-8 photos are added to a story once, in the order of the request, and the story can conflict', async () => {
    const made = await Promise.all([add(), add(), add()]);
    const create = (json: object) => staff('POST', '/api/albums', { json: { category: 'wedding', ...json } });
    const sections = [{ title: 'Morning', entries: [{ photoId: made[1]?._id }] }];
    const story = await jsonOf(await create({ title: 'Bulk story', sections }));
    const empty = await jsonOf(await create({ title: 'Empty story' }));
    const addTo = (albumId: string, items: (typeof made)[0][]) =>
      bulk({ items: seen([...items].reverse()), action: 'change', change: { albumId } });
    const photosOf = async (id: string) => {
      const album = await jsonOf(await staff('GET', `/api/admin/albums/${id}`));
      const titles = album.sections.map(({ title }: { title: string }) => title);
      const ids = album.sections.flatMap(({ entries }: { entries: { photoId: string }[] }) =>
        entries.map(({ photoId }) => photoId),
      );
      return { version: album.version, titles, ids };
    };
    const { changed } = await addTo(story._id, made);
    expect(changed.map(({ version }) => version)).toEqual([1, 1, 1]);
    const ids = [made[1]?._id, made[2]?._id, made[0]?._id];
    expect(await photosOf(story._id)).toEqual({ version: 2, titles: ['Morning'], ids });
    await addTo(story._id, made);
    expect(await photosOf(story._id)).toEqual({ version: 2, titles: ['Morning'], ids });
    await addTo(empty._id, made.slice(0, 1));
    expect(await photosOf(empty._id)).toEqual({ version: 2, titles: [''], ids: [made[0]?._id] });
    const late = await staff('PUT', `/api/albums/${story._id}`, { json: { title: 'Late', version: 1 } });
    expect(late.status).toBe(409);

    const other = made.map(({ _id }) => ({ id: _id, version: 1 }));
    const change = { albumId: '999999', place: 'Nowhere' };
    const refused = await staff('POST', '/api/portfolio/bulk', { json: { items: other, action: 'change', change } });
    expect((await jsonOf(refused)).errors).toEqual([
      { field: 'change.albumId', message: 'Story not found. It may have been deleted.' },
    ]);
    expect((await page('q=Nowhere')).items).toEqual([]);
    for (const { _id } of [story, empty]) await staff('DELETE', `/api/albums/${_id}`);
    await remove(made);
  });

  it('ADM-GAL-8 two people who edit and move the same items at once lose nothing and block nobody', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => add()));
    const edit = (title: string, items: typeof made) =>
      bulk({ items: seen(items), action: 'change', change: { titlePattern: `${title} {n}` } });
    const [mine, theirs] = await Promise.all([
      edit('Mine', made),
      edit('Theirs', [...made].reverse()),
      ...made.slice(0, 4).map(({ _id }) => staff('PUT', `/api/portfolio/${_id}/position`, { json: { edge: 'start' } })),
    ]);
    expect([mine.changed.length, theirs.changed.length].sort()).toEqual([0, 12]);
    expect([mine.conflicts.length, theirs.conflicts.length].sort()).toEqual([0, 12]);
    const winner = mine.changed.length > 0 ? mine : theirs;
    const { conflicts } = mine.changed.length > 0 ? theirs : mine;
    expect(conflicts.map(({ current }) => current?.title).sort()).toEqual(
      winner.changed.map(({ title }) => title).sort(),
    );
    await remove(winner.changed);
  });

  it('ADM-GAL-9 sorts a selection by the time taken within its places; photos without a time follow', async () => {
    const times = ['2026:02:14 18:03:22', null, '2026:02:14 09:00:00', '2025:12:31 23:59:59'];
    const photos = [];
    for (const [index, time] of times.entries()) photos.push(await upload(`#00${index}a00`, time ? taken(time) : {}));
    const made = [];
    for (const { id } of photos) made.push(await add({ mediaId: id }));
    const ids = made.map(({ _id }) => _id);
    const others = (await publicItems()).filter(({ _id }) => !ids.includes(_id)).map(({ _id }) => _id);
    const sorted = await jsonOf(await staff('POST', '/api/portfolio/order', { json: { ids } }));
    expect(sorted).toEqual({ sorted: 4, untimed: 1 });
    const after = (await publicItems()).map(({ _id }) => _id);
    expect(after).toEqual([...others, ids[3], ids[2], ids[0], ids[1]]);
    await remove(made);
  });

  it('ADM-GAL-9 sorts a category of more photos than one statement moves', async () => {
    await sql`
      insert into media (id, width, height, thumbhash, color, alt, bytes, focal_x, focal_y, taken_at)
      select lpad(n::text, 64, '0'), width, height, thumbhash, color, '', bytes, 50, 50,
        '2026-01-01T' || lpad((1200 - n)::text, 6, '0')
      from (select * from media limit 1) as one, generate_series(1, 1200) n`.execute(api.db);
    await sql`
      insert into portfolio (title, slug, image, media_id, category, description, place, alt, focal_x, focal_y, hero,
        position, published)
      select 'Many ' || n, 'many-' || n, '', lpad(n::text, 64, '0'), 'commercial', '', '', '', 50, 50, false, 5000 + n,
        true
      from generate_series(1, 1200) n`.execute(api.db);
    const sorted = await jsonOf(await staff('POST', '/api/portfolio/order', { json: { category: 'commercial' } }));
    expect(sorted.sorted - sorted.untimed).toBe(1200);
    const many = api.db.selectFrom('portfolio').select('slug').where('slug', 'like', 'many-%');
    const rows = await many.orderBy('position').execute();
    expect(rows.map(({ slug }) => slug)).toEqual(Array.from({ length: 1200 }, (_, index) => `many-${1200 - index}`));
    await sql`delete from portfolio where slug like 'many-%'`.execute(api.db);
    await sql`delete from media where id like '0000%'`.execute(api.db);
  });

  it('ADM-GAL-10 the trash lists, restores and erases, also the photo that nothing else uses', async () => {
    const [own, shared] = [await upload('#700000'), await upload('#007000')];
    const made = [await add({ mediaId: own.id }), await add({ mediaId: shared.id }), await add({ mediaId: shared.id })];
    const [first, second, third] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]];
    const { changed } = await bulk({ items: seen([first, second]), action: 'trash' });
    const trash = await page('show=trash&order=newest');
    expect(trash.items.map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(trash.trashed).toBe(2);
    expect(trash.items.every(({ deletedAt }) => deletedAt !== null)).toBe(true);
    const kept = { items: seen([third]), action: 'erase' };
    expect((await bulk(kept)).conflicts.map(({ reason }) => reason)).toEqual(['missing']);
    const restored = await bulk({ items: [{ id: second._id, version: 2 }], action: 'restore' });
    expect(restored.changed.map(({ deletedAt }) => deletedAt)).toEqual([null]);
    await markResult(api.db, own.id, null);
    await bulk({ items: seen(changed.slice(0, 1)), action: 'erase' });
    // Staff see every photo that exists.
    const variant = async ({ id }: { id: string }) => (await staff('GET', `/media/${id}/60.jpg`)).status;
    expect(await variant(own)).toBe(404);
    await remove(restored.changed);
    expect(await variant(shared)).toBe(200);
    await remove([third]);
    expect(await variant(shared)).toBe(404);
    expect((await upload('#700000')).id).toBe(own.id);
  });

  it('ADM-GAL-10 EDIT-HIST-1 a photo that a draft or the history of another item names stays', async () => {
    const [drafted, former, next] = [await upload('#701010'), await upload('#107010'), await upload('#101070')];
    await sql`
      insert into revisions (entity, entity_id, locale, version, body, state, author)
      values ('testimonial', '9', 'en', 1, ${JSON.stringify({ photoId: drafted.id })}, 'draft', 'x')`.execute(api.db);
    const other = await add({ mediaId: former.id });
    const json = { mediaId: next.id, version: 1 };
    const changed = await jsonOf(await staff('PUT', `/api/portfolio/${other._id}`, { json }));
    await remove([await add({ mediaId: drafted.id }), await add({ mediaId: former.id })]);
    const variant = async ({ id }: { id: string }) => (await staff('GET', `/media/${id}/60.jpg`)).status;
    expect({ drafted: await variant(drafted), former: await variant(former) }).toEqual({ drafted: 200, former: 200 });
    await remove([changed]);
    expect(await variant(former)).toBe(404);
    await sql`delete from revisions where entity_id = '9'`.execute(api.db);
  });

  it('ADM-GAL-10 a photo that was removed because nobody saved it is refused at its field', async () => {
    const { id } = await upload('#010203');
    await sql`update photos_awaiting_use set due_at = now() where media_id = ${id}`.execute(api.db);
    await removeLeftMedia(api.db, { remove: async () => undefined }, 'all');
    const json = { title: 'Late', category: 'cinematic', mediaId: id };
    const response = await staff('POST', '/api/portfolio', { json });
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors).toEqual([
      { field: 'mediaId', message: 'Photo not found. Please upload it again.' },
    ]);
  });

  it('ADM-GAL-10 a photo of an album can be erased, and leaves the album', async () => {
    const item = await add();
    const sections = [{ title: 'Haldi', entries: [{ photoId: item._id }] }];
    const json = { title: 'Story', category: 'wedding', coverId: item._id, sections };
    expect((await staff('POST', '/api/albums', { json })).status).toBe(201);
    await remove([item]);
    const left = await api.db.selectFrom('album_entries').select('id').where('portfolio_id', '=', item._id).execute();
    expect(left).toEqual([]);
    expect((await page('show=trash&q=New')).items).toEqual([]);
  });

  it('ADM-GAL-10 an erasure needs at most three statements for each further photo', async () => {
    await sql`
      insert into media (id, width, height, thumbhash, color, focal_x, focal_y, bytes)
      select lpad(n::text, 64, '0'), 10, 10, 'x', '#000000', 50, 50, 5 from generate_series(1, 52) n`.execute(api.db);
    const { rows } = await sql<{ id: string; version: number }>`
      insert into portfolio (title, slug, image, media_id, category, description, place, alt, focal_x, focal_y, hero,
        position, published, deleted_at)
      select 'Many ' || n, 'many-' || n, '', lpad(n::text, 64, '0'), 'commercial', '', '', '', 50, 50, false, 5000 + n,
        true, now()
      from generate_series(1, 52) n
      returning id, version`.execute(api.db);
    const removed: string[] = [];
    const store = { remove: async (id: string) => removed.push(id) } as never;
    const statementsOf = async (items: typeof rows) => {
      let count = 0;
      const counted = api.db.withPlugin({
        transformQuery: ({ node }) => {
          count += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await changePortfolioItems({ db: counted, store }, THIS_INSTALLATION, { items, action: 'erase' });
      return count;
    };
    const one = await statementsOf(rows.slice(0, 1));
    expect((await statementsOf(rows.slice(1))) - one).toBeLessThanOrEqual(3 * 50);
    expect(new Set(removed).size).toBe(52);
  });

  it('ADM-GAL-10 after 30 days the trash is emptied', async () => {
    const made = [await add(), await add()];
    await bulk({ items: seen(made), action: 'trash' });
    const old = { deleted_at: sql<Date>`now() - interval '31 days'` };
    await api.db
      .updateTable('portfolio')
      .set(old)
      .where('id', '=', made[0]?._id ?? '')
      .execute();
    expect(await emptyOldTrash(api.db, { remove: async () => undefined } as never)).toBe(1);
    expect((await page('show=trash')).items.map(({ _id }) => _id)).toEqual([made[1]?._id]);
    await bulk({ items: [{ id: made[1]?._id, version: 2 }], action: 'erase' });
  });

  it('ADM-GAL-11 the history says who changed what, and an older version can be restored', async () => {
    const item = await add({ place: 'Pune' });
    const edit = (json: object) => staff('PUT', `/api/portfolio/${item._id}`, { json });
    await edit({ title: 'Second', place: '' });
    await bulk({ items: [{ id: item._id, version: 2 }], action: 'change', change: { published: false } });
    const history = async (query = '') =>
      portfolioHistorySchema.parse(
        await (await staff('GET', `/api/admin/portfolio/${item._id}/history${query}`)).json(),
      );
    const { entries } = await history();
    expect(entries.map(({ by, action, changes }) => [by, action, changes.map(({ field }) => field)])).toEqual([
      ['Esha Editor', 'update', ['published']],
      ['Esha Editor', 'update', ['title', 'place']],
      ['Esha Editor', 'create', []],
    ]);
    expect(entries[1]?.changes[0]).toEqual({ field: 'title', from: 'New', to: 'Second' });
    const { title, place, published } = entries[2]?.item ?? {};
    expect((await edit({ title, place, published, version: 3 })).status).toBe(200);
    expect((await history('?limit=1')).entries[0]?.item).toMatchObject({
      title: 'New',
      place: 'Pune',
      published: true,
    });
    await remove([{ _id: item._id, version: 4 }]);
  });

  it('ADM-GAL-11 the history of a photo that came with the installation begins with its first version', async () => {
    const item = await add({ place: 'Pune' });
    // Seeds leave no entry in the audit log.
    await api.db.deleteFrom('audit').where('entity_id', '=', item._id).execute();
    await staff('PUT', `/api/portfolio/${item._id}`, { json: { title: 'Second' } });
    const response = await staff('GET', `/api/admin/portfolio/${item._id}/history`);
    const { entries } = portfolioHistorySchema.parse(await response.json());
    expect(entries.map(({ by, action, item: version }) => [by, action, version?.title])).toEqual([
      ['Esha Editor', 'update', 'Second'],
      ['this installation', 'create', 'New'],
    ]);
    await remove([{ _id: item._id, version: 2 }]);
  });
});
