import { parseFilmLink } from '@godhuli/contracts/film-link';
import type { Film, StaffFilm, VideoList } from '@godhuli/contracts/films';
import { sql } from 'kysely';
import { box, SAMPLE_CAPTIONS, sampleFilm } from '../../testing/sample-film.js';
import { jsonOf, SITE, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { checkLinks } from './check-links.js';
import { removeUnusedFiles } from './film-files.js';
import { createFilmStore } from './film-store.js';
import { eraseOldFilms } from './trash-cleanup.js';

jest.setTimeout(120_000);

describe('FILM-1 a link', () => {
  it.each([
    ['https://www.youtube.com/watch?v=abcDEF_-123&t=9', 'youtube abcDEF_-123 '],
    ['https://youtu.be/abcDEF_-123?si=x', 'youtube abcDEF_-123 '],
    ['https://m.youtube.com/shorts/abcDEF_-123', 'youtube abcDEF_-123 '],
    ['https://youtu.be/abcDEF_-123/', 'youtube abcDEF_-123 '],
    ['https://www.youtube.com/shorts/abcDEF_-123/', 'youtube abcDEF_-123 '],
    ['https://music.youtube.com/watch?v=abcDEF_-123', 'youtube abcDEF_-123 '],
    ['http://youtu.be/abcDEF_-123', 'youtube abcDEF_-123 '],
    [' youtu.be/abcDEF_-123', 'youtube abcDEF_-123 '],
    ['https://vimeo.com/76979871', 'vimeo 76979871 '],
    ['vimeo.com/channels/staffpicks/76979871', 'vimeo 76979871 '],
    ['https://vimeo.com/manage/videos/76979871', 'vimeo 76979871 '],
    ['https://vimeo.com/manage/videos/76979871/0123abcdef', 'vimeo 76979871 0123abcdef'],
    ['https://vimeo.com/76979871/0123abcdef', 'vimeo 76979871 0123abcdef'],
    ['https://player.vimeo.com/video/76979871?h=0123abcdef', 'vimeo 76979871 0123abcdef'],
  ])('%s names its film', (text, expected) => {
    const { provider, id, key } = parseFilmLink(text) ?? { provider: '', id: '', key: '' };
    expect(`${provider} ${id} ${key}`).toBe(expected);
  });

  it.each([
    'ftp://youtu.be/abcDEF_-123',
    'user@youtube.com/watch?v=abcDEF_-123',
    'youtube.com:8443/watch?v=abcDEF_-123',
    'https://youtu.be/abcDEF_-123/more',
    'https://vimeo.com/channels/76979871/more',
    'https://youtube.com.evil.example/watch?v=abcDEF_-123',
    'https://evil.example/?https://youtu.be/abcDEF_-123',
    'https://user@youtube.com/watch?v=abcDEF_-123',
    'https://youtube.com:8443/watch?v=abcDEF_-123',
    'https://youtu.be/abcDEF_-123"onload=x',
    'https://youtube.com/watch?v=abc',
    'https://vimeo.com/channels/staffpicks',
    'https://vimeo.com/1?h=%22%3E',
    'javascript:alert(1)',
    '<iframe src="https://youtu.be/abcDEF_-123">',
    '',
  ])('%s is refused', (text) => expect(parseFilmLink(text)).toBeNull());
});

describe.each(engines())('films on %s', (engine) => {
  let api: TestApp;
  beforeAll(async () => {
    api = await testApp(engine);
  });
  afterAll(() => api.close());

  const staff = (method: string, path: string, json?: object) => api.as('editor')(method, path, json && { json });
  const send = async (body: Uint8Array | string, type = 'video/mp4') =>
    api.app.request('/api/admin/videos/files', {
      method: 'POST',
      headers: { cookie: await api.cookieOf('editor'), origin: SITE, 'content-type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
  const create = async (json: object): Promise<StaffFilm> => {
    const response = await staff('POST', '/api/admin/videos', { category: 'wedding', ...json });
    expect(response.status).toBe(201);
    return jsonOf(response);
  };
  const films = async (): Promise<Film[]> => jsonOf(await api.call('GET', '/api/films'));
  const list = async (): Promise<VideoList> => jsonOf(await staff('GET', '/api/admin/videos'));

  it('FILM-1 a link is stored as the page of the film at its provider', async () => {
    const page = 'https://www.youtube.com/watch?v=abcDEF_-123';
    const links = [
      ['http://youtu.be/abcDEF_-123/', page],
      ['vimeo.com/manage/videos/76979871/0123abcdef', 'https://vimeo.com/76979871/0123abcdef'],
      ['youtube.com/watch?v=abcDEF_-123&list='.padEnd(500, 'x'), page],
    ];
    const made = await Promise.all(links.map(([linkUrl]) => create({ title: 'Another form', linkUrl })));
    expect(made.map(({ linkUrl }) => linkUrl)).toEqual(links.map(([, stored]) => stored));
  });

  it('FILM-1 another form of the same link is not checked again', async () => {
    const { _id: id } = await create({ title: 'Stored as typed', linkUrl: 'https://youtu.be/abcDEF_-123' });
    const stored = { link_url: 'https://youtu.be/abcDEF_-123', link_state: 'dead' as const };
    await api.db.updateTable('videos').set(stored).where('id', '=', id).execute();
    const saved = await jsonOf(await staff('PUT', `/api/admin/videos/${id}`, { linkUrl: stored.link_url }));
    expect(saved).toMatchObject({ linkUrl: 'https://www.youtube.com/watch?v=abcDEF_-123', linkState: 'dead' });
  });

  it('FILM-2 an uploaded film is served in ranges, with captions, and its length is read from it', async () => {
    const film = sampleFilm({ seconds: 75, size: 3_000_000 });
    const file = await jsonOf(await send(film));
    const captions = await jsonOf(await send(SAMPLE_CAPTIONS, 'text/vtt'));
    const made = await create({ title: 'Uploaded', fileId: file.id, captionsId: captions.id, published: true });
    expect(made.durationSeconds).toBe(75);
    const get = (range: string) => api.call('GET', made.file ?? '', { headers: range ? { range } : {} });
    const two = await get('bytes=0-1');
    expect(two.status).toBe(206);
    expect(two.headers.get('content-range')).toBe(`bytes 0-1/${film.length}`);
    expect(Buffer.from(await two.arrayBuffer())).toEqual(film.subarray(0, 2));
    const tail = await get(`bytes=${film.length - 3}-`);
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(film.subarray(-3));
    const whole = await get('');
    expect(whole.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await whole.arrayBuffer()).equals(film)).toBe(true);
    expect((await get(`bytes=${film.length}-`)).status).toBe(416);
    expect(await (await api.call('GET', made.captions ?? '')).text()).toBe(SAMPLE_CAPTIONS);
  });

  it.each([
    ['boxes', {}],
    ['a subtitle track', { track: 'sbtl' }],
    ['a text track', { track: 'text' }],
    ['a track of measurements', { track: 'meta' }],
  ])('FILM-2 the place of the recording in %s is in no byte of a stored film', async (_, options) => {
    const place = 'GPS (74.7480,19.0948)';
    const film = sampleFilm({ place, ...options });
    const file = await jsonOf(await send(film));
    const made = await create({ title: 'Place', fileId: file.id, published: true });
    const bytes = Buffer.from(await (await api.call('GET', made.file ?? '')).arrayBuffer());
    expect(bytes.length).toBe(film.length);
    expect(bytes.includes(place)).toBe(false);
    expect(bytes.includes(Buffer.alloc(3000, 7))).toBe(true);
  });

  it('FILM-2 the place of the recording is in no box of a fragment', async () => {
    const place = 'GPS (74.7480,19.0948)';
    const film = sampleFilm({ place, isFragmented: true });
    const file = await jsonOf(await send(film));
    const made = await create({ title: 'Fragment', fileId: file.id, published: true });
    const bytes = Buffer.from(await (await api.call('GET', made.file ?? '')).arrayBuffer());
    expect(bytes.subarray(0, film.indexOf('mdat')).includes(place)).toBe(false);
    expect(bytes.includes(Buffer.alloc(3000, 7))).toBe(true);
  });

  it.each([
    ['a photo', Buffer.from('\xff\xd8\xff\xe0JFIF', 'latin1'), 415, /^This file is not an MP4 film/],
    ['a page', '<!doctype html><script>alert(1)</script>', 415, /^This file is not an MP4 film/],
    ['HEVC', sampleFilm({ codec: 'hvc1' }), 415, /^Many browsers cannot play this film/],
    [
      'fragments with captions',
      sampleFilm({ track: 'sbtl', isFragmented: true }),
      415,
      /^This film contains captions or recorded data/,
    ],
    ['a film that is cut off', sampleFilm().subarray(0, 2000), 415, /^This film is damaged or incomplete/],
    ['a film without an index', box('ftyp', Buffer.from('isom\0\0\0\0')), 415, /^This film is damaged or incomplete/],
    ['boxes without end', Buffer.concat([box('ftyp'), Buffer.alloc(64)]), 415, /^This film is damaged or incomplete/],
    ['nothing', '', 422, /^This file is empty/],
  ])('FILM-2 refuses %s with a sentence', async (_, body, status, detail) => {
    const response = await send(body);
    expect(response.status).toBe(status);
    expect((await jsonOf(response)).detail).toMatch(detail);
  });

  it.each([
    ['no header', '00:00.000 --> 00:01.000\nx', /^This file does not begin with WEBVTT/],
    ['wrong times', 'WEBVTT\n\n00:00 --> 00:01\nx', /^Line 3 has no valid times/],
    ['times backwards', 'WEBVTT\n\n00:02.000 --> 00:01.000\nx', /^The caption in line 3 ends before it begins/],
    ['no caption', 'WEBVTT\n', /^This file contains no captions/],
    ['another encoding', Buffer.from('WEBVTT\n\xff', 'latin1'), /^This file is not text in UTF-8/],
  ])('FILM-2 refuses captions with %s and says where', async (_, body, detail) => {
    const response = await send(body, 'text/vtt');
    expect((await jsonOf(response)).detail).toMatch(detail);
  });

  it('FILM-2 an announced film of more than 200 MB is refused before it is read', async () => {
    const response = await api.app.request('/api/admin/videos/files', {
      method: 'POST',
      headers: {
        cookie: await api.cookieOf('editor'),
        origin: SITE,
        'content-type': 'video/mp4',
        'content-length': String(201 * 1024 * 1024),
      },
      body: 'x',
    });
    expect(response.status).toBe(413);
    expect((await jsonOf(response)).detail).toMatch(/^This film is larger than 200 MB/);
  });

  it('FILM-1 a film is published only with something to play, and its conflicts are reported', async () => {
    const made = await create({ title: 'Later' });
    const change = (json: object) => staff('PUT', `/api/admin/videos/${made._id}`, json);
    expect((await jsonOf(await change({ published: true }))).errors[0].field).toBe('linkUrl');
    expect((await jsonOf(await change({ linkUrl: 'https://evil.example/' }))).errors[0].field).toBe('linkUrl');
    const published = { linkUrl: 'https://youtu.be/abcdefghijk', published: true, version: 1 };
    expect((await change(published)).status).toBe(200);
    expect((await change({ ...published, description: 'Other' })).status).toBe(409);
    const [film] = (await films()).filter(({ slug }) => slug === 'later');
    expect(film?.link).toEqual({ provider: 'youtube', id: 'abcdefghijk', key: '' });
    const { videos, total } = await list();
    expect(videos.length).toBe(total);
  });

  it('FILM-3 a nightly check marks dead links once, and a provider that fails changes nothing', async () => {
    await api.db.updateTable('videos').set({ published: false }).execute();
    const ids: Record<string, string> = {};
    for (const [title, linkUrl] of [
      ['Alive', 'https://youtu.be/aliveAAAAAA'],
      ['Gone', 'https://vimeo.com/404'],
      ['Unsure', 'https://youtu.be/unsureAAAAA'],
    ] as const) {
      ids[title] = (await create({ title, linkUrl, published: true }))._id;
    }
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(new URL(url).host);
      if (url.includes('unsure')) throw new Error('no response');
      return url.includes('404') ? 404 : 200;
    };
    const { signal } = new AbortController();
    const checks = await Promise.all([checkLinks(api.db, signal, fetch), checkLinks(api.db, signal, fetch)]);
    expect(checks.reduce((sum, each) => sum + each, 0)).toBe(1);
    expect(asked.sort()).toEqual(['vimeo.com', 'www.youtube.com', 'www.youtube.com']);
    const { videos, dead } = await list();
    const states = videos.filter(({ _id }) => Object.values(ids).includes(_id)).map(({ linkState }) => linkState);
    expect(dead).toBe(1);
    expect(states).toEqual(['works', 'dead', 'unchecked']);
    expect((await films()).find(({ slug }) => slug === 'gone')?.link).toBeNull();
    await staff('PUT', `/api/admin/videos/${ids.Gone}`, { linkUrl: 'https://vimeo.com/405' });
    expect((await films()).find(({ slug }) => slug === 'gone')?.link?.id).toBe('405');
  });

  it('FILM-3 a provider that refuses every film refuses this server: all stay; one refused film is dead', async () => {
    await api.db.updateTable('videos').set({ published: false }).execute();
    await create({ title: 'Haldi', linkUrl: 'https://vimeo.com/5001', published: true });
    await create({ title: 'Sangeet', linkUrl: 'https://vimeo.com/5002', published: true });
    await api.db.updateTable('videos').set({ link_state: 'works' }).where('published', '=', true).execute();
    const { signal } = new AbortController();
    const nextNight = async (refused: string) => {
      await sql`delete from leases where name = 'film links'`.execute(api.db);
      return checkLinks(api.db, signal, async (url) => (url.includes(refused) ? 403 : 200));
    };
    const states = async () =>
      (await list()).videos.filter(({ published }) => published).map(({ linkState }) => linkState);
    expect(await nextNight('vimeo.com')).toBe(0);
    expect(await states()).toEqual(['works', 'works']);
    expect(await nextNight('5002')).toBe(1);
    expect(await states()).toEqual(['works', 'dead']);
  });

  it('STORY-4 the 201st film is in the sitemap, and in the gallery of its category', async () => {
    await api.db
      .insertInto('videos')
      .columns(['title', 'slug', 'category', 'published', 'published_at', 'position'])
      .expression(
        sql`select 'Film ' || n, 'film-number-' || n, case when n = 201 then 'maternity' else 'wedding' end, true, now(), 1000 + n
          from generate_series(1, 201) n`,
      )
      .execute();
    // Written by SQL, past the API, which would forget what it keeps.
    await staff('PUT', `/api/admin/videos/${(await create({ title: 'Written through the API' }))._id}`, {
      title: 'Saved',
    });
    const entries: { slug: string }[] = await jsonOf(await api.call('GET', '/api/sitemap/films-1'));
    expect(entries.map(({ slug }) => slug)).toContain('film-number-201');
    const gallery = await jsonOf(await api.call('GET', '/api/gallery/maternity'));
    expect(gallery.films.map(({ slug }: Film) => slug)).toEqual(['film-number-201']);
  });

  it('FILM-2 files that no film uses are removed after a day', async () => {
    const used = await jsonOf(await send(sampleFilm({ seconds: 11 })));
    const unused = await jsonOf(await send(sampleFilm({ seconds: 12 })));
    await create({ title: 'Uses it', fileId: used.id });
    const store = createFilmStore({ dataDir: api.dataDir });
    await removeUnusedFiles(api.db, store);
    expect(await store.has(unused.id, 'mp4')).toBe(true);
    await api.db
      .updateTable('film_files')
      .set({ created_at: new Date(0) })
      .execute();
    await removeUnusedFiles(api.db, store);
    expect(await store.has(unused.id, 'mp4')).toBe(false);
    expect(await store.has(used.id, 'mp4')).toBe(true);
  });

  it('FILM-2 a film is erased 30 days after its deletion, with its file and its poster', async () => {
    const file = await jsonOf(await send(sampleFilm({ seconds: 13 })));
    const posterId = '7'.repeat(64);
    await sql`
      insert into media (id, width, height, thumbhash, color, focal_x, focal_y, bytes)
      values (${posterId}, 10, 10, 'x', '#000000', 50, 50, 5)`.execute(api.db);
    const old = await create({ title: 'Deleted long ago', fileId: file.id, posterId });
    const recent = await create({ title: 'Deleted today' });
    const entries = [{ filmId: old._id }];
    const story = { title: 'With a film', category: 'wedding', sections: [{ title: 'Haldi', entries }] };
    expect((await staff('POST', '/api/albums', story)).status).toBe(201);
    for (const { _id } of [old, recent]) await staff('DELETE', `/api/admin/videos/${_id}`);
    await api.db
      .updateTable('videos')
      .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
      .where('id', '=', old._id)
      .execute();
    await api.db
      .updateTable('film_files')
      .set({ created_at: new Date(0) })
      .execute();
    const removed: string[] = [];
    const media = { remove: async (id: string) => void removed.push(id) };
    expect(await eraseOldFilms(api.db, media)).toBe(1);
    const store = createFilmStore({ dataDir: api.dataDir });
    await removeUnusedFiles(api.db, store);
    expect(await store.has(file.id, 'mp4')).toBe(false);
    expect(removed).toEqual([posterId]);
    expect((await staff('POST', `/api/admin/videos/${old._id}/restore`)).status).toBe(404);
    expect((await staff('POST', `/api/admin/videos/${recent._id}/restore`)).status).toBe(200);
  });
});
