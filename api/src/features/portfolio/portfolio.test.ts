import {
  heroItemSchema,
  highlightSchema,
  PORTFOLIO_CATEGORIES,
  photoPageSchema,
  portfolioItemSchema,
  portfolioPageSchema,
  type StaffPortfolioItem,
} from '@godhuli/contracts/portfolio';
import { sql } from 'kysely';
import { z } from 'zod';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { listPortfolio } from './public.queries.js';

describe.each(engines())('on %s', (engine) => {
  let api: TestApp;
  let staff: ReturnType<TestApp['as']>;
  beforeAll(async () => {
    api = await testApp(engine);
    staff = api.as('editor');
  }, 120_000);
  afterAll(() => api.close());

  const items = async (path = '/api/portfolio') =>
    z.array(portfolioItemSchema).parse(await (await api.call('GET', path)).json());
  const ids = async () => (await items()).map(({ _id }) => _id);
  const hero = async () => z.array(heroItemSchema).parse(await (await api.call('GET', '/api/hero')).json());
  const add = async (more: object = {}) =>
    portfolioItemSchema.parse(
      await (await staff('POST', '/api/portfolio', { json: { title: 'New', category: 'cinematic', ...more } })).json(),
    );

  it('ADM-GAL-1 DATA-1 lists items in order, and by category', async () => {
    const all = await items();
    expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => index + 1));
    for (const { image, media } of all)
      expect(image).toBe(`/media/${media?.id}/${Math.min(1600, media?.width ?? 0)}.v3.jpg`);
    const cinematic = await items('/api/portfolio/cinematic');
    expect(cinematic).toEqual(all.filter(({ category }) => category === 'cinematic'));
  });

  it('PUB-PHOTO-1 a slug is unique, comes from the title in any script, and stays when the title changes', async () => {
    const made = [await add({ title: 'हळदी' }), await add({ title: 'हळदी' }), await add({ title: '🎉' })];
    expect(made.map(({ slug }) => slug)).toEqual(['haladi', `haladi-${made[1]?._id}`, 'photo']);
    const [first] = made;
    const renamed = await staff('PUT', `/api/portfolio/${first?._id}`, { json: { title: 'Other' } });
    expect((await jsonOf(renamed)).slug).toBe('haladi');
    for (const { _id } of made) await staff('DELETE', `/api/portfolio/${_id}`);
  });

  it('PUB-PHOTO-1 PUB-PHOTO-3 a photo has the neighbours of its category, until it is deleted', async () => {
    const made = [
      await add({ title: 'One' }),
      await add({ title: 'Other', category: 'wedding' }),
      await add({ title: 'Two' }),
    ];
    const photo = (slug = '') => api.call('GET', `/api/photos/${slug}`);
    const { previous, next } = photoPageSchema.parse(await (await photo(made[2]?.slug)).json());
    expect(previous?.slug).toBe(made[0]?.slug);
    expect(next).toBeNull();
    const parts = async () => JSON.stringify(await (await api.call('GET', '/api/sitemap/photos-1')).json());
    expect(await parts()).toContain('"slug":"two"');
    for (const { _id } of made) await staff('DELETE', `/api/portfolio/${_id}`);
    expect((await photo(made[2]?.slug)).status).toBe(404);
    expect(await parts()).not.toContain('"slug":"two"');
    expect((await photo('no-such-photo')).status).toBe(404);
  });

  it('STORY-4 the sitemap has the categories of which visitors see photos', async () => {
    const categories = async () =>
      (await jsonOf(await api.call('GET', '/api/sitemap/categories-1'))).map(({ slug }: { slug: string }) => slug);
    const before = await categories();
    expect(before).toEqual(PORTFOLIO_CATEGORIES.filter((category) => before.includes(category)));
    expect(await jsonOf(await api.call('GET', '/api/sitemap'))).toContain('categories-1');
    const shown = (await items()).filter(({ category }) => category === 'maternity').map(({ _id }) => _id);
    expect(shown.length).toBeGreaterThan(0);
    const publish = (published: boolean) =>
      api.db.updateTable('portfolio').set({ published }).where('id', 'in', shown).execute();
    await publish(false);
    const missing = before.filter((category: string) => category !== 'maternity');
    while (`${await categories()}` !== `${missing}`) await new Promise((next) => setTimeout(next, 20));
    await publish(true);
  });

  it('ADM-GAL-3 adds at the end, with the texts of the item instead of those of the photo', async () => {
    const photograph = (await items())[0]?.media;
    const item = await add({ mediaId: photograph?.id, alt: 'Own words', focal: { x: 12.5, y: 80 } });
    expect(item.media).toEqual({ ...photograph, alt: 'Own words', focal: { x: 12.5, y: 80 } });
    expect((await ids()).at(-1)).toBe(item._id);
    const changed = await staff('PUT', `/api/portfolio/${item._id}`, { json: { title: 'Renamed', alt: '' } });
    expect(await jsonOf(changed)).toMatchObject({
      title: 'Renamed',
      media: { alt: photograph?.alt, focal: { x: 12.5, y: 80 } },
    });
    const linked = await staff('PUT', `/api/portfolio/${item._id}`, { json: { image: 'https://example.com/x.jpg' } });
    expect(await jsonOf(linked)).toMatchObject({ image: 'https://example.com/x.jpg', media: null });
    const unchanged = await staff('PUT', `/api/portfolio/${item._id}`, { json: {} });
    expect(await jsonOf(unchanged)).toMatchObject({ title: 'Renamed', image: 'https://example.com/x.jpg' });
    await staff('DELETE', `/api/portfolio/${item._id}`);
  });

  it('PUB-HERO-1 an item has a portrait for phones, which leaves with the photo that it belongs to', async () => {
    const [first, second] = (await items()).map(({ media }) => media?.id);
    const item = await add({ mediaId: first, portraitMediaId: second });
    expect(item.portrait?.id).toBe(second);
    const change = async (json: object) =>
      portfolioItemSchema.parse(await (await staff('PUT', `/api/portfolio/${item._id}`, { json })).json()).portrait?.id;
    expect(await change({ title: 'Renamed', mediaId: first })).toBe(second);
    expect(await change({ mediaId: second })).toBeUndefined();
    expect(await change({ portraitMediaId: first })).toBe(first);
    expect(await change({ image: 'https://example.com/x.jpg' })).toBeUndefined();
    expect(await change({ mediaId: first, portraitMediaId: second })).toBe(second);
    expect(await change({ portraitMediaId: null })).toBeUndefined();
    const unknown = { json: { portraitMediaId: 'a'.repeat(64) } };
    const response = await staff('PUT', `/api/portfolio/${item._id}`, unknown);
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors[0].field).toBe('portraitMediaId');
    await staff('DELETE', `/api/portfolio/${item._id}`);
  });

  it('PUB-HERO-1 API-2 each sample of the hero brings an upright photo for phones', async () => {
    for (const { media, portrait } of await hero()) {
      expect(media?.width).toBeGreaterThan(media?.height ?? 0);
      expect(portrait?.height).toBeGreaterThan(portrait?.width ?? 0);
    }
  });

  it('ADM-GAL-3 a photo that is not stored is refused at its field', async () => {
    const response = await staff('POST', '/api/portfolio', {
      json: { title: 'New', category: 'wedding', mediaId: 'a'.repeat(64) },
    });
    expect(response.status).toBe(422);
    expect((await jsonOf(response)).errors[0].field).toBe('mediaId');
  });

  it('ADM-GAL-1 moves an item before another, to the start and to the end, and audits it', async () => {
    const before = await ids();
    const [a, b, c, ...rest] = before as [string, string, string, ...string[]];
    const move = async (id: string, beforeId: string | null) => {
      const response = await staff('PUT', `/api/portfolio/${id}/position`, { json: { beforeId } });
      expect(portfolioItemSchema.parse(await response.json())._id).toBe(id);
      return ids();
    };
    expect(await move(c, a)).toEqual([c, a, b, ...rest]);
    expect(await ids()).toEqual([c, a, b, ...rest]);
    expect(await move(c, null)).toEqual([a, b, ...rest, c]);
    expect(await move(a, a)).toEqual([a, b, ...rest, c]);
    expect(await move(c, rest[0] ?? null)).toEqual(before);
    expect((await staff('PUT', `/api/portfolio/${a}/position`, { json: { beforeId: '999999' } })).status).toBe(422);
    const moves = await api.db.selectFrom('audit').select('user_name').where('action', '=', 'portfolio.move').execute();
    expect(moves).toEqual(Array(4).fill({ user_name: 'Esha Editor' }));
  });

  const page = async (query = '') =>
    portfolioPageSchema.parse(await (await staff('GET', `/api/admin/portfolio${query}`)).json());
  /** What visitors receive of an item. */
  const visible = (item: StaffPortfolioItem) => portfolioItemSchema.parse(item);
  /** Every page of a list, and what happens between the first two. */
  const follow = async (query: string, between = async () => {}) => {
    const pages = [await page(`?${query}`)];
    await between();
    for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(`?${query}&cursor=${next}`));
    return pages.map(({ items }) => items.map(({ _id }) => _id));
  };

  it('ADM-GAL-1 staff read the items a page at a time, in order, with counts', async () => {
    const all = await items();
    expect((await page()).items.map(visible)).toEqual(all.slice(0, 50));
    const limited = await follow('limit=6');
    expect(limited.slice(0, -1).every((ids) => ids.length === 6)).toBe(true);
    expect(limited.flat()).toEqual(all.map(({ _id }) => _id));
    const cinematic = all.filter(({ category }) => category === 'cinematic');
    const found = await page('?category=cinematic&limit=1');
    expect(found.items.map(visible)).toEqual(cinematic.slice(0, 1));
    expect(found.total).toBe(cinematic.length);
    expect(found.counts.cinematic).toBe(cinematic.length);
    expect(Object.values(found.counts).reduce((sum, count) => sum + count)).toBe(all.length);
    const newest = await follow('order=newest&limit=7');
    expect(newest.flat()).toEqual(all.map(({ _id }) => _id).sort((first, second) => Number(second) - Number(first)));
  });

  it('ADM-GAL-1 a page follows the one before it while items are added and moved', async () => {
    const before = await ids();
    const made: string[] = [];
    const pages = await follow('limit=6', async () => {
      made.push((await add())._id);
      await staff('PUT', `/api/portfolio/${made[0]}/position`, { json: { afterId: null } });
      made.push((await add())._id);
    });
    expect(Array.from(new Set(pages.flat()))).toEqual([...before, made[1]]);
    for (const id of made) await staff('DELETE', `/api/portfolio/${id}`);
  });

  it('ADM-GAL-1 searches title, place and description for every word, whatever characters they have', async () => {
    const made = [
      await add({ title: 'Lake at dawn', place: 'Pashan', description: '100% marigold' }),
      await add({ title: 'Lake at noon' }),
    ];
    const titles = async (q: string) =>
      (await page(`?q=${encodeURIComponent(q)}&order=newest`)).items.map(({ title }) => title);
    expect(await titles('  lake   PASHAN ')).toEqual(['Lake at dawn']);
    expect(await titles('lake at')).toEqual(['Lake at noon', 'Lake at dawn']);
    expect(await titles('100% mari')).toEqual(['Lake at dawn']);
    expect(await titles('1_0% mari')).toEqual([]);
    expect(await titles(' ')).toHaveLength((await ids()).length);
    for (const { _id } of made) await staff('DELETE', `/api/portfolio/${_id}`);
  });

  it('ADM-GAL-1 searches Devanagari in either of its encodings, and the texts of each language', async () => {
    const [letters, letter] = ['\u092b\u093c', '\u095e'];
    const translations = {
      mr: { title: `स${letter}र "घर"`, place: 'पैठण', description: 'चारशे दिवे', alt: 'उशी' },
      hi: { title: 'दीपमाला' },
    };
    const made = [
      await add({ title: `बर${letters}` }),
      await add({ title: `बर${letter}` }),
      await add({ title: 'Lamps', translations }),
    ];
    const [first, second, lamps] = made.map(({ _id }) => _id);
    const found = async (q: string) => (await page(`?q=${encodeURIComponent(q)}`)).items.map(({ _id }) => _id);
    expect(await found(`बर${letters}`)).toEqual([first, second]);
    expect(await found(`बर${letter}`)).toEqual([first, second]);
    expect(await found(`स${letters}र पैठण दिवे lamps`)).toEqual([lamps]);
    expect(await found('दीपमाला "घर"')).toEqual([lamps]);
    expect(await found('उशी')).toEqual([]);
    for (const { _id } of made) await staff('DELETE', `/api/portfolio/${_id}`);
  });

  it.each(['cursor=x', 'cursor=1', 'cursor=1.x', 'limit=0', 'limit=51', 'category=none', 'order=random'])(
    'API-1 a page with %s is refused',
    async (query) => {
      expect((await staff('GET', `/api/admin/portfolio?${query}`)).status).toBe(422);
    },
  );

  it('ADM-GAL-1 moves an item to an edge of the list or of its category, or directly after another', async () => {
    const before = await ids();
    const all = await items();
    const inCategory = all.filter(({ category }) => category === 'cinematic').map(({ _id }) => _id);
    const [first, second] = inCategory as [string, string];
    const last = inCategory.at(-1) as string;
    const move = async (id: string, json: object) => {
      expect((await staff('PUT', `/api/portfolio/${id}/position`, { json })).status).toBe(200);
      return ids();
    };
    const cinematic = (order: string[]) => order.filter((id) => inCategory.includes(id));
    const atEnd = await move(first, { edge: 'end', category: 'cinematic' });
    expect(cinematic(atEnd)).toEqual([...inCategory.slice(1), first]);
    expect(atEnd.indexOf(first)).toBe(atEnd.indexOf(last) + 1);
    expect(await move(first, { edge: 'start', category: 'cinematic' })).toEqual(
      before.toSpliced(before.indexOf(first), 1).toSpliced(before.indexOf(second) - 1, 0, first),
    );
    expect((await move(first, { edge: 'end' })).at(-1)).toBe(first);
    expect((await move(first, { edge: 'start' }))[0]).toBe(first);
    expect((await move(first, { afterId: last })).indexOf(first)).toBe((await ids()).indexOf(last) + 1);
    for (const json of [{ afterId: '999999' }, {}, { edge: 'middle' }])
      expect((await staff('PUT', `/api/portfolio/${first}/position`, { json })).status).toBe(422);
    await move(first, { beforeId: before[before.indexOf(first) + 1] });
    expect(await ids()).toEqual(before);
  });

  it('ADM-GAL-1 a move writes only the moved item and those between its old place and its new one', async () => {
    const made = [await add(), await add(), await add(), await add(), await add()].map(({ _id }) => _id);
    const [first, second, third, fourth, fifth] = made as [string, string, string, string, string];
    /** The items that a move writes. */
    const writtenBy = async (id: string, json: object) => {
      const read = () =>
        sql<{ id: string; row: string }>`select id, xmin as row from portfolio order by id`.execute(api.db);
      const { rows: before } = await read();
      expect((await staff('PUT', `/api/portfolio/${id}/position`, { json })).status).toBe(200);
      const { rows: after } = await read();
      return after.filter(({ row }, index) => row !== before[index]?.row).map((item) => item.id);
    };
    expect(await writtenBy(fourth, { beforeId: second })).toEqual([second, third, fourth]);
    expect(await writtenBy(fourth, { afterId: third })).toEqual([second, third, fourth]);
    expect(await writtenBy(second, { edge: 'end' })).toEqual([second]);
    expect(await writtenBy(fifth, { edge: 'start' })).toEqual([fifth]);
    const order = await ids();
    expect(order.filter((id) => made.includes(id))).toEqual([fifth, first, third, fourth, second]);
    for (const id of made) await staff('DELETE', `/api/portfolio/${id}`);
  });

  it('ADM-GAL-1 a page ends also at an item in front of the first position', async () => {
    const made = [await add(), await add(), await add()].map(({ _id }) => _id);
    for (const id of made) await staff('PUT', `/api/portfolio/${id}/position`, { json: { edge: 'start' } });
    expect((await follow('limit=2')).flat()).toEqual(await ids());
    for (const id of made) await staff('DELETE', `/api/portfolio/${id}`);
  });

  it('ADM-GAL-1 a photo that moves past one in the trash leaves it its place', async () => {
    const made = [await add(), await add(), await add()].map(({ _id }) => _id);
    const [first, second, third] = made as [string, string, string];
    await staff('DELETE', `/api/portfolio/${second}`);
    await staff('PUT', `/api/portfolio/${third}/position`, { json: { beforeId: first } });
    await staff('POST', `/api/portfolio/${second}/restore`);
    expect((await ids()).slice(-3)).toEqual([third, first, second]);
    for (const id of made) await staff('DELETE', `/api/portfolio/${id}`);
  });

  it('ADM-GAL-1 parallel moves and additions leave every item in the list once', async () => {
    const before = await ids();
    const moves = before
      .slice(0, 6)
      .map((id, at) =>
        staff('PUT', `/api/portfolio/${id}/position`, { json: { beforeId: before[before.length - 1 - at] } }),
      );
    const added = Promise.all([add(), add()]);
    expect((await Promise.all(moves)).map((response) => response.status)).toEqual(Array(6).fill(200));
    const made = (await added).map(({ _id }) => _id);
    expect((await ids()).sort()).toEqual([...before, ...made].sort());
    const positions = (await items()).map(({ position }) => position);
    expect(new Set(positions).size).toBe(positions.length);
    for (const id of made) await staff('DELETE', `/api/portfolio/${id}`);
  });

  it('ADM-GAL-2 deletes softly and restores to the same place', async () => {
    const before = await ids();
    const id = before[3] ?? '';
    expect((await staff('DELETE', `/api/portfolio/${id}`)).status).toBe(204);
    expect(await ids()).toEqual(before.filter((each) => each !== id));
    expect((await staff('PUT', `/api/portfolio/${id}`, { json: { title: 'x' } })).status).toBe(404);
    expect((await staff('POST', `/api/portfolio/${id}/restore`)).status).toBe(200);
    expect(await ids()).toEqual(before);
  });

  it('PUB-PORT-6 the highlights are the first 8 published items of each category, in order', async () => {
    const cinematic = async () => {
      const all = highlightSchema.array().parse(await (await api.call('GET', '/api/highlights')).json());
      return all.filter(({ category }) => category === 'cinematic');
    };
    const highlights = async () => (await cinematic()).map(({ title }) => title);
    const before = (await items()).filter(({ category }) => category === 'cinematic').map(({ title }) => title);
    const added = Array.from({ length: 9 }, (_, index) => `Reel ${index}`);
    for (const title of added) await staff('POST', '/api/portfolio', { json: { title, category: 'cinematic' } });
    expect(await highlights()).toEqual([...before, ...added].slice(0, 8));
    expect(new Set((await cinematic()).map(({ total }) => total))).toEqual(new Set([before.length + 9]));
    const first = (await items()).find(({ title }) => title === [...before, ...added][0]);
    await staff('DELETE', `/api/portfolio/${first?._id}?version=${first?.version}`);
    expect(await highlights()).toEqual([...before, ...added].slice(1, 9));
  });

  it('API-2 PUB-HERO-1 the hero shows the first 4 chosen items, else the first with an image', async () => {
    const chosen = (await items()).filter((item) => item.hero);
    expect((await hero()).map(({ _id }) => _id)).toEqual(chosen.slice(0, 4).map(({ _id }) => _id));
    const [first] = chosen;
    await staff('PUT', `/api/portfolio/${first?._id}`, { json: { hero: false } });
    expect(await hero()).toHaveLength(3);
    for (const { _id } of chosen) await staff('PUT', `/api/portfolio/${_id}`, { json: { hero: false } });
    const withImage = (await items()).filter(({ image }) => image !== '');
    expect((await hero()).map(({ _id }) => _id)).toEqual(withImage.slice(0, 4).map(({ _id }) => _id));
    for (const { _id } of chosen) await staff('PUT', `/api/portfolio/${_id}`, { json: { hero: true } });
  });

  it('ADM-GAL-2 a failure in the middle leaves neither change nor audit', async () => {
    const audits = () => api.db.selectFrom('audit').select('id').execute();
    const itemsBefore = await items();
    const auditsBefore = await audits();
    const response = await staff('PUT', `/api/portfolio/${(await ids())[0]}`, {
      json: { title: 'Half', mediaId: 'b'.repeat(64) },
    });
    expect(response.status).toBe(422);
    expect(await items()).toEqual(itemsBefore);
    expect(await audits()).toEqual(auditsBefore);
  });

  it('ADM-GAL-3 the second edit of a version gets 409 with the stored item; edits without version pass', async () => {
    const { _id, version } = await add();
    const edit = (json: object) => staff('PUT', `/api/portfolio/${_id}`, { json });
    const responses = await Promise.all(['One', 'Two', 'Three'].map((title) => edit({ title, version })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = await jsonOf(responses.find(({ status }) => status === 409) as Response);
    const stored = (await items()).find((item) => item._id === _id);
    expect(refused).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^Someone else changed/),
      current: expect.objectContaining(stored ?? {}),
    });
    expect((await edit({ title: 'Four' })).status).toBe(200);
    expect((await edit({ place: 'Pune' })).status).toBe(200);
    const remove = (query: string) => staff('DELETE', `/api/portfolio/${_id}${query}`);
    expect((await remove(`?version=${version}`)).status).toBe(409);
    expect((await remove('')).status).toBe(204);
    expect((await edit({ title: 'Five', version })).status).toBe(404);
  });

  it('ADM-GAL-1 a move is refused when the order at its place is not the one that was seen', async () => {
    const [first, second, third, fourth] = [await add(), await add(), await add(), await add()].map(({ _id }) => _id);
    const move = (id: string | undefined, json: object) => staff('PUT', `/api/portfolio/${id}/position`, { json });
    const racing = await Promise.all([
      move(fourth, { beforeId: second, afterId: first }),
      move(third, { beforeId: second, afterId: first }),
    ]);
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await move(first, { beforeId: null, afterId: second })).status).toBe(409);
    expect((await move(first, { beforeId: null })).status).toBe(200);
  });

  it('ADM-GAL-3 a retry of an addition with the same Idempotency-Key adds nothing', async () => {
    const before = (await ids()).length;
    const headers = { 'idempotency-key': `retry-${engine}-1` };
    const json = { title: 'Once', category: 'cinematic' };
    const responses = await Promise.all([0, 1, 2, 3].map(() => staff('POST', '/api/portfolio', { json, headers })));
    const made = await Promise.all(responses.map(jsonOf));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect(await ids()).toHaveLength(before + 1);
    expect((await staff('POST', '/api/portfolio', { json, headers: { 'idempotency-key': 'short' } })).status).toBe(422);
  });

  // At the end: the parts of the sitemap are ranges of ids.
  it('ADM-GAL-1 DATA-1 lists every item once in order, also when there are thousands', async () => {
    await sql`
      insert into portfolio (title, slug, image, category, description, place, alt, focal_x, focal_y, hero, position, published)
      select 'Many ' || n, 'many-' || n, '', 'cinematic', '', '', '', 50, 50, false, 5000 - n / 2, true
      from generate_series(1, 1600) n`.execute(api.db);
    const { rows } = await sql<{ id: string }>`
      select id from portfolio where deleted_at is null and published order by position, id`.execute(api.db);
    const listed = await listPortfolio(api.db);
    expect(listed.map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
    await sql`delete from portfolio where slug like 'many-%'`.execute(api.db);
  });
});
