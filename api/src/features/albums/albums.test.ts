import type { Album, AlbumPage, GalleryPage, Story, StorySummary } from '@godhuli/contracts/albums';
import { ResponseCache } from '@godhuli/server/response-cache';
import { sql } from 'kysely';
import { jsonOf, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { eraseOldAlbums } from './trash-cleanup.js';

jest.setTimeout(120_000);

describe.each(engines())('stories on %s', (engine) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp(engine);
    await api.db.deleteFrom('albums').execute();
  });
  afterAll(() => api.close());

  const staff = (method: string, path: string, json?: object) => api.as('editor')(method, path, json && { json });
  const create = async (json: object): Promise<Album> => {
    const response = await staff('POST', '/api/albums', { category: 'wedding', ...json });
    expect(response.status).toBe(201);
    return jsonOf(response);
  };
  const stories = async (): Promise<StorySummary[]> => jsonOf(await api.call('GET', '/api/albums'));
  const story = async (slug: string): Promise<Story> => jsonOf(await api.call('GET', `/api/albums/${slug}`));
  const statusOf = async (path: string) => (await api.call('GET', path)).status;

  it('STORY-1 a story has sections with photos and films in the order that staff chose', async () => {
    const film = await jsonOf(
      await staff('POST', '/api/admin/videos', {
        title: 'The film',
        category: 'wedding',
        linkUrl: 'https://youtu.be/abcdefghijk',
        published: true,
      }),
    );
    const sections = [
      { title: 'Haldi', text: 'Turmeric.', entries: [{ photoId: '3' }, { filmId: film._id }, { photoId: '1' }] },
      { title: 'Pheras', entries: [{ photoId: '2' }] },
    ];
    const made = await create({ title: 'Priya & Rohan’s Wedding', client: 'Priya', published: true, sections });
    expect(made.slug).toBe('priya-rohans-wedding');
    const read = await story(made.slug);
    const names = read.sections.map(({ title, entries }) => [
      title,
      ...entries.map((entry) => (entry.kind === 'photo' ? entry.photo._id : entry.film.slug)),
    ]);
    expect(names).toEqual([
      ['Haldi', '3', 'the-film', '1'],
      ['Pheras', '2'],
    ]);
    expect(read.cover?.id).toBe(made.cover?.id);
    expect((await stories()).map(({ slug, photoCount, filmCount }) => [slug, photoCount, filmCount])).toEqual([
      [made.slug, 3, 1],
    ]);
  });

  it('STORY-2 two editors at once: the second gets the version of the first and nothing is lost', async () => {
    const made = await create({ title: 'Two editors' });
    const save = (json: object) => staff('PUT', `/api/albums/${made._id}`, { version: made.version, ...json });
    const answers = await Promise.all([save({ title: 'First' }), save({ title: 'Second' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [won, lost] = answers[0]?.status === 200 ? answers : [...answers].reverse();
    expect((await jsonOf(lost as Response)).current.title).toBe((await jsonOf(won as Response)).title);
    const sentBack = await jsonOf(await staff('GET', `/api/admin/albums/${made._id}`));
    expect((await staff('PUT', `/api/albums/${made._id}`, sentBack)).status).toBe(200);
  });

  it('STORY-2 what does not exist or is taken is named at its field', async () => {
    const made = await create({ title: 'Taken' });
    const errors = async (json: object) =>
      (await jsonOf(await staff('PUT', `/api/albums/${made._id}`, json))).errors.map((e: { field: string }) => e.field);
    expect(await errors({ coverId: '999999' })).toEqual(['coverId']);
    expect(await errors({ sections: [{ entries: [{ photoId: '1' }, { filmId: '999999' }] }] })).toEqual([
      'sections.0.entries.1',
    ]);
    expect(await errors({ sections: [{ entries: [{}] }] })).toEqual(['sections.0.entries.0']);
    expect(await errors({ slug: 'two-editors' })).toEqual(['slug']);
    expect((await create({ title: 'Taken' })).slug).toBe('taken-2');
  });

  it('STORY-1 a story with a Marathi title has a readable URL', async () => {
    expect((await create({ title: 'प्रिया व रोहन' })).slug).toBe('priya-v-rohan');
  });

  it('STORY-1 a taken URL gets the first free number', async () => {
    await create({ title: 'Twice', slug: 'twice-3' });
    for (const slug of ['twice', 'twice-2', 'twice-4']) expect((await create({ title: 'Twice' })).slug).toBe(slug);
  });

  it('STORY-1 the order of stories changes, also by two people at once, and pages by cursor', async () => {
    await api.db.deleteFrom('albums').execute();
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C', 'D']) ids.push((await create({ title, published: true }))._id);
    const [a, b, c, d] = ids as [string, string, string, string];
    await staff('PUT', `/api/albums/${d}/position`, { afterId: null });
    await staff('PUT', `/api/albums/${a}/position`, { afterId: c });
    expect((await stories()).map(({ title }) => title).join('')).toBe('DBCA');
    const moves = [a, b, c, d].map((id, at) =>
      staff('PUT', `/api/albums/${id}/position`, { afterId: [null, a, b, c][at] }),
    );
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const titles: string[] = [];
    for (let cursor = ''; ; ) {
      const page: AlbumPage = await jsonOf(await staff('GET', `/api/admin/albums?limit=1${cursor}`));
      titles.push(...page.items.map(({ title }) => title));
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect([...titles].sort()).toEqual(['A', 'B', 'C', 'D']);
    expect((await stories()).map(({ title }) => title)).toEqual(titles);
    expect((await story('b')).previous?.slug ?? (await story('b')).next?.slug).toMatch(/^[acd]$/);
  });

  it('STORY-1 a deleted story is gone for visitors and comes back at its place and URL', async () => {
    const made = await create({ title: 'Deleted once', published: true });
    expect(await statusOf('/api/albums/deleted-once')).toBe(200);
    expect((await staff('DELETE', `/api/albums/${made._id}?version=99`)).status).toBe(409);
    expect((await staff('DELETE', `/api/albums/${made._id}?version=1`)).status).toBe(204);
    expect(await statusOf('/api/albums/deleted-once')).toBe(404);
    expect((await staff('POST', `/api/albums/${made._id}/restore`)).status).toBe(200);
    expect(await statusOf('/api/albums/deleted-once')).toBe(200);
  });

  it('STORY-1 a story is erased 30 days after its deletion, and its URL is free again', async () => {
    const sections = [{ title: 'Haldi', entries: [{ photoId: '3' }] }];
    const old = await create({ title: 'Deleted long ago', slug: 'long-ago', sections });
    const recent = await create({ title: 'Deleted today' });
    for (const { _id } of [old, recent]) await staff('DELETE', `/api/albums/${_id}`);
    await api.db
      .updateTable('albums')
      .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
      .where('id', '=', old._id)
      .execute();
    expect(await eraseOldAlbums(api.db)).toBe(1);
    expect((await create({ title: 'Another', slug: 'long-ago' })).slug).toBe('long-ago');
    expect((await staff('POST', `/api/albums/${old._id}/restore`)).status).toBe(404);
    expect((await staff('POST', `/api/albums/${recent._id}/restore`)).status).toBe(200);
  });

  it('STORY-1 photos and films in the trash keep their places while the story is saved', async () => {
    const film = await jsonOf(
      await staff('POST', '/api/admin/videos', {
        title: 'Trash',
        category: 'wedding',
        linkUrl: 'https://youtu.be/abcdefghijk',
      }),
    );
    const sections = [
      { title: 'Haldi', entries: [{ photoId: '1' }, { photoId: '2' }, { filmId: film._id }, { photoId: '3' }] },
      { title: 'Pheras', entries: [{ photoId: '4' }] },
    ];
    const { _id: id } = await create({ title: 'With trash', sections });
    const read = async (): Promise<Album> => jsonOf(await staff('GET', `/api/admin/albums/${id}`));
    const trashed = ['/api/portfolio/1', '/api/portfolio/2', `/api/admin/videos/${film._id}`, '/api/portfolio/4'];
    for (const path of trashed) expect((await staff('DELETE', path)).status).toBe(204);
    const seen = await read();
    const [haldi, pheras] = seen.sections as [Album['sections'][number], Album['sections'][number]];
    const edited = [pheras, { ...haldi, title: 'Turmeric', entries: [{ photoId: '5' }, { photoId: '3' }] }];
    const saved = await staff('PUT', `/api/albums/${id}`, { version: seen.version, sections: edited });
    const idsIn = (album: Album) =>
      album.sections.map(({ entries }) => entries.map(({ photoId, filmId }) => photoId ?? `film ${filmId}`).join());
    expect(idsIn(await jsonOf(saved))).toEqual(['', '5,3']);
    for (const path of trashed) expect((await staff('POST', `${path}/restore`)).status).toBe(200);
    expect(idsIn(await read())).toEqual(['4', `1,2,film ${film._id},5,3`]);
  });

  it.each(['', 'Same'])('STORY-1 a photo in the trash keeps its section if all have the title "%s"', async (title) => {
    const sections = [
      { title, entries: [{ photoId: '1' }] },
      { title, entries: [{ photoId: '4' }] },
    ];
    const { _id: id } = await create({ title: 'Sections of one title', sections });
    const read = async (): Promise<Album> => jsonOf(await staff('GET', `/api/admin/albums/${id}`));
    expect((await staff('DELETE', '/api/portfolio/4')).status).toBe(204);
    expect((await staff('PUT', `/api/albums/${id}`, await read())).status).toBe(200);
    expect((await staff('POST', '/api/portfolio/4/restore')).status).toBe(200);
    const ids = (await read()).sections.map(({ entries }) => entries.map(({ photoId }) => photoId));
    expect(ids).toEqual([['1'], ['4']]);
  });

  it('STORY-2 a story read before a photo or film of it was restored cannot be saved over it', async () => {
    const film = await jsonOf(
      await staff('POST', '/api/admin/videos', {
        title: 'Restored',
        category: 'wedding',
        linkUrl: 'https://youtu.be/abcdefghijk',
      }),
    );
    const sections = [{ title: 'Haldi', entries: [{ photoId: '1' }, { photoId: '2' }, { filmId: film._id }] }];
    const { _id: id } = await create({ title: 'Restored meanwhile', sections });
    const other = await create({ title: 'Without them', sections: [{ entries: [{ photoId: '3' }] }] });
    const read = async (_id: string): Promise<Album> => jsonOf(await staff('GET', `/api/admin/albums/${_id}`));
    const inTrash = ['/api/portfolio/1', '/api/portfolio/2', `/api/admin/videos/${film._id}`];
    for (const path of inTrash) expect((await staff('DELETE', path)).status).toBe(204);
    const photo = await api.db
      .selectFrom('portfolio')
      .select('version')
      .where('id', '=', '2')
      .executeTakeFirstOrThrow();
    const bulk = { action: 'restore', items: [{ id: '2', version: photo.version }] };
    for (const restore of [
      () => staff('POST', '/api/portfolio/1/restore'),
      () => staff('POST', '/api/portfolio/bulk', bulk),
      () => staff('POST', `/api/admin/videos/${film._id}/restore`),
    ]) {
      const { version, sections } = await read(id);
      expect((await restore()).status).toBe(200);
      expect((await staff('PUT', `/api/albums/${id}`, { version, sections })).status).toBe(409);
    }
    expect((await read(id)).sections[0]?.entries.length).toBe(3);
    expect((await read(other._id)).version).toBe(other.version);
  });

  it('STORY-1 a section that staff remove takes its photos in the trash with it', async () => {
    const sections = [
      { title: 'Haldi', entries: [{ photoId: '1' }, { photoId: '2' }] },
      { title: 'Pheras', entries: [{ photoId: '3' }] },
    ];
    const { _id: id } = await create({ title: 'Without a section', sections });
    expect((await staff('DELETE', '/api/portfolio/2')).status).toBe(204);
    const saved = await jsonOf(await staff('PUT', `/api/albums/${id}`, { sections: sections.slice(1) }));
    expect((await staff('POST', '/api/portfolio/2/restore')).status).toBe(200);
    const after = await jsonOf(await staff('GET', `/api/admin/albums/${id}`));
    expect(after.sections).toEqual(saved.sections);
  });

  it('STORY-1 a story whose cover is in the trash is saved, and gets no other photo from there', async () => {
    const { _id: id } = await create({ title: 'Cover in the trash', coverId: '1' });
    for (const each of ['1', '2']) expect((await staff('DELETE', `/api/portfolio/${each}`)).status).toBe(204);
    const save = async (coverId: string) =>
      (await staff('PUT', `/api/albums/${id}`, { title: 'Saved', coverId })).status;
    expect(await save('1')).toBe(200);
    expect(await save('2')).toBe(422);
    for (const each of ['1', '2']) await staff('POST', `/api/portfolio/${each}/restore`);
  });

  it('STORY-4 the gallery has pages of 60 photos, and stories and films on its first page', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({
      ...{ title: `Photo ${at}`, image: '/x.jpg', alt: '', focal_x: 50, focal_y: 50, category: 'maternity' as const },
      ...{ description: '', place: '', hero: false, position: 1000 + at },
    }));
    await api.db.insertInto('portfolio').values(rows).execute();
    await create({ title: 'Baby', category: 'maternity', published: true });
    const read = async (name: string): Promise<GalleryPage> => jsonOf(await api.call('GET', `/api/gallery/${name}`));
    const [first, second] = [await read('maternity'), await read('maternity-2')];
    expect(first.photos).toHaveLength(60);
    expect(first.pages).toBe(2);
    expect(first.stories.map(({ slug }) => slug)).toEqual(['baby']);
    expect(second.stories).toEqual([]);
    const ids = [...first.photos, ...second.photos].map(({ _id }) => _id);
    expect(new Set(ids).size).toBe(first.total);
    for (const name of ['maternity-3', 'maternity-1', 'birds', 'all-0', 'all-99999']) {
      expect({ name, status: await statusOf(`/api/gallery/${name}`) }).toEqual({ name, status: 404 });
    }
  });

  it('STORY-4 stories, films and further pages of the gallery evict no other cached response', async () => {
    const fill = jest.spyOn(ResponseCache.prototype, 'fill');
    const isVariant = async (path: string) => {
      await api.call('GET', path);
      return fill.mock.lastCall?.[2]?.isVariant;
    };
    for (const base of ['/api', '/api/translations/mr']) {
      for (const path of [`${base}/albums/none`, `${base}/films/none`, `${base}/gallery/all-2`])
        expect({ path, isVariant: await isVariant(path) }).toEqual({ path, isVariant: true });
      expect(await isVariant(`${base}/gallery/all`)).toBe(false);
    }
    fill.mockRestore();
  });

  it('PUB-COMM-1 the first page of a category has its packages; commercial work has a page too', async () => {
    const names = async (page: string) => {
      const { packages }: GalleryPage = await jsonOf(await api.call('GET', `/api/gallery/${page}`));
      return packages.map(({ name }) => name);
    };
    expect(await names('commercial')).toEqual(['Commercial']);
    expect(await names('wedding')).toEqual(['Essential', 'Premium', 'Luxury']);
    expect(await names('prewedding')).toEqual(['Pre-Wedding Special']);
    expect(await names('all')).toEqual([]);
    const highlights: { category: string }[] = await jsonOf(await api.call('GET', '/api/highlights'));
    expect(highlights.filter(({ category }) => category === 'commercial')).toEqual([]);
  });

  it('STORY-1 the largest story is stored and read, one entry more is refused', async () => {
    const photos = (count: number) => Array.from({ length: count }, (_, at) => ({ photoId: String((at % 20) + 1) }));
    const made = await create({ title: 'Large', published: true, sections: [{ entries: photos(400) }] });
    expect(made.sections[0]?.entries.length).toBe(400);
    const more = [{ entries: photos(200) }, { entries: photos(201) }];
    expect((await staff('PUT', `/api/albums/${made._id}`, { sections: more })).status).toBe(422);
  });

  it('STORY-1 photos in the trash count towards the largest story', async () => {
    const entries = Array.from({ length: 400 }, (_, at) => ({ photoId: String(at < 399 ? 1 : 2) }));
    const made = await create({ title: 'Large with trash', sections: [{ entries }] });
    expect((await staff('DELETE', '/api/portfolio/2')).status).toBe(204);
    const save = async (count: number) =>
      staff('PUT', `/api/albums/${made._id}`, { sections: [{ entries: Array(count).fill({ photoId: '1' }) }] });
    const refused = await save(400);
    expect(refused.status).toBe(422);
    expect((await jsonOf(refused)).errors).toEqual([
      { field: 'sections', message: 'Please use at most 400 photos and films in one story. This one has 401.' },
    ]);
    expect((await save(399)).status).toBe(200);
    expect((await staff('POST', '/api/portfolio/2/restore')).status).toBe(200);
  });
});
