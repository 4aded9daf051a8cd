import { heroItemSchema, portfolioItemSchema } from '@godhuli/contracts/portfolio';
import { z } from 'zod';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';

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
      expect(image).toBe(`/media/${media?.id}/${Math.min(1600, media?.width ?? 0)}.jpg`);
    const cinematic = await items('/api/portfolio/cinematic');
    expect(cinematic).toEqual(all.filter(({ category }) => category === 'cinematic'));
  });

  it('ADM-GAL-3 adds at the end, with the words of the item before those of the photograph', async () => {
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
    const answer = await staff('PUT', `/api/portfolio/${item._id}`, unknown);
    expect([answer.status, (await jsonOf(answer)).errors[0].field]).toEqual([422, 'portraitMediaId']);
    await staff('DELETE', `/api/portfolio/${item._id}`);
  });

  it('PUB-HERO-1 API-2 each sample of the hero brings an upright photo for phones', async () => {
    for (const { media, portrait } of await hero()) {
      expect(media?.width).toBeGreaterThan(media?.height ?? 0);
      expect(portrait?.height).toBeGreaterThan(portrait?.width ?? 0);
    }
  });

  it('ADM-GAL-3 a photograph that is not stored is refused at its field', async () => {
    const answer = await staff('POST', '/api/portfolio', {
      json: { title: 'New', category: 'wedding', mediaId: 'a'.repeat(64) },
    });
    expect([answer.status, (await jsonOf(answer)).errors[0].field]).toEqual([422, 'mediaId']);
  });

  it('ADM-GAL-1 moves an item before another, to the start and to the end, and audits it', async () => {
    const before = await ids();
    const [a, b, c, ...rest] = before as [string, string, string, ...string[]];
    const move = async (id: string, beforeId: string | null) => {
      const answer = await staff('PUT', `/api/portfolio/${id}/position`, { json: { beforeId } });
      return z
        .array(portfolioItemSchema)
        .parse(await answer.json())
        .map(({ _id }) => _id);
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

  it('ADM-GAL-1 writes each item on a line of its own, so that a long list can be read in parts', async () => {
    const before = await ids();
    const answers = [
      await api.call('GET', '/api/portfolio'),
      await staff('PUT', `/api/portfolio/${before[0]}/position`, { json: { beforeId: before[1] } }),
    ];
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      const lines = (await answer.text()).slice(1, -1).split(',\n');
      expect(lines.map((line) => JSON.parse(line)._id)).toEqual(before);
    }
  });

  it('ADM-GAL-1 parallel moves and additions leave every item in the list once', async () => {
    const before = await ids();
    const moves = before
      .slice(0, 6)
      .map((id, at) =>
        staff('PUT', `/api/portfolio/${id}/position`, { json: { beforeId: before[before.length - 1 - at] } }),
      );
    const added = Promise.all([add(), add()]);
    expect((await Promise.all(moves)).map((answer) => answer.status)).toEqual(Array(6).fill(200));
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
    const before = [await items(), await audits()];
    const answer = await staff('PUT', `/api/portfolio/${(await ids())[0]}`, {
      json: { title: 'Half', mediaId: 'b'.repeat(64) },
    });
    expect(answer.status).toBe(422);
    expect([await items(), await audits()]).toEqual(before);
  });

  it('ADM-GAL-3 of two edits of one version the second gets 409 with the stored item; without version both pass', async () => {
    const { _id, version } = await add();
    const edit = (json: object) => staff('PUT', `/api/portfolio/${_id}`, { json });
    const answers = await Promise.all(['One', 'Two', 'Three'].map((title) => edit({ title, version })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = await jsonOf(answers.find(({ status }) => status === 409) as Response);
    const stored = (await items()).find((item) => item._id === _id);
    expect(refused).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/^Someone else changed/),
      current: stored,
    });
    expect([(await edit({ title: 'Four' })).status, (await edit({ place: 'Pune' })).status]).toEqual([200, 200]);
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
    const answers = await Promise.all([0, 1, 2, 3].map(() => staff('POST', '/api/portfolio', { json, headers })));
    const made = await Promise.all(answers.map(jsonOf));
    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1);
    expect(await ids()).toHaveLength(before + 1);
    expect((await staff('POST', '/api/portfolio', { json, headers: { 'idempotency-key': 'short' } })).status).toBe(422);
  });
});
