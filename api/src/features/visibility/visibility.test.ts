import { sql } from 'kysely';
import sharp from 'sharp';
import { sampleFilm } from '../../testing/sample-film.js';
import { jsonOf, SITE, type TestApp, testApp } from '../../testing/test-app.js';
import { engines } from '../../testing/test-database.js';
import { PHOTO_COLUMNS, PRIVATE_COLUMNS } from './media-visibility.js';

jest.setTimeout(120_000);

describe.each(engines())('visibility on %s', (engine) => {
  let api: TestApp;
  let cookie: string;
  beforeAll(async () => {
    api = await testApp(engine);
    cookie = await api.cookieOf('editor');
  });
  afterAll(() => api.close());

  const staff = (method: string, path: string, json?: object) =>
    api.call(method, path, { headers: { cookie }, ...(json && { json }) });
  const seen = async (path: string) => (await api.call('GET', path)).status;
  /** Whether a text is in any public response of the API. */
  const isNamed = async (...words: string[]) => {
    const paths = ['portfolio', 'portfolio/wedding', 'hero', 'albums', 'films', 'services'].map(
      (each) => `/api/${each}`,
    );
    const slugs = (await jsonOf(await api.call('GET', '/api/albums'))).map((each: { slug: string }) => each.slug);
    paths.push(...slugs.map((slug: string) => `/api/albums/${slug}`));
    const texts = await Promise.all(paths.map(async (path) => (await api.call('GET', path)).text()));
    return words.filter((word) => texts.some((text) => text.includes(word)));
  };
  let shade = 0;
  const upload = async (): Promise<string> => {
    shade += 1;
    const background = `#${(0x200000 + shade * 4096).toString(16).padStart(6, '0')}`;
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(bytes)]), 'x.png');
    const response = await api.app.request('/api/admin/media', {
      method: 'POST',
      headers: { cookie, origin: SITE },
      body,
    });
    return (await jsonOf(response)).id;
  };
  const VARIANTS = ['60.jpg', '60.webp', '60.avif', '60.v2.avif', 'og.jpg'];
  const statuses = async (id: string) =>
    [...new Set(await Promise.all(VARIANTS.map((name) => seen(`/media/${id}/${name}`))))].join();

  it('SEE-1 a photo that nothing public uses has no URL for visitors, and staff see it uncached', async () => {
    const id = await upload();
    const preview = await staff('GET', `/media/${id}/60.jpg`);
    expect(preview.status).toBe(200);
    expect(preview.headers.get('cache-control')).toBe('private, no-store');
    // The variant is on the disk now.
    const refused = await api.call('GET', `/media/${id}/60.jpg`, { headers: { 'if-none-match': '*' } });
    expect(refused.status).toBe(404);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(await statuses(id)).toBe('404');
    for (const path of [`/media/${id.toUpperCase()}/60.jpg`, `/media/${id}/./60.jpg`, `/media//${id}/60.jpg`]) {
      expect({ path, status: await seen(path) }).toEqual({ path, status: 404 });
    }
    const disabled = await api.call('GET', `/media/${id}/60.jpg`, {
      headers: { cookie: await api.cookieOf('disabled') },
    });
    expect(disabled.status).toBe(404);
  });

  it('SEE-1 every variant follows its photo: published, deleted, restored', async () => {
    const id = await upload();
    const item = await jsonOf(
      await staff('POST', '/api/portfolio', { title: 'Shown', category: 'wedding', mediaId: id }),
    );
    expect(await statuses(id)).toBe('200');
    await staff('DELETE', `/api/portfolio/${item._id}`);
    expect(await statuses(id)).toBe('404');
    expect(await isNamed(id)).toEqual([]);
    await staff('POST', `/api/portfolio/${item._id}/restore`);
    expect(await statuses(id)).toBe('200');
  });

  it('SEE-1 ADM-GAL-6 a photo has no URL while it is unpublished, nor in the trash after it is published', async () => {
    const id = await upload();
    const item = await jsonOf(
      await staff('POST', '/api/portfolio', { title: 'Hidden', category: 'wedding', mediaId: id, published: false }),
    );
    expect(await statuses(id)).toBe('404');
    expect(await isNamed('Hidden', id)).toEqual([]);
    expect(await seen(`/api/photos/${item.slug}`)).toBe(404);
    await staff('PUT', `/api/portfolio/${item._id}`, { published: true });
    expect(await statuses(id)).toBe('200');
    expect(await seen(`/api/photos/${item.slug}`)).toBe(200);
    await staff('PUT', `/api/portfolio/${item._id}`, { published: false });
    expect(await statuses(id)).toBe('404');
    await staff('PUT', `/api/portfolio/${item._id}`, { published: true });
    await staff('DELETE', `/api/portfolio/${item._id}`);
    expect(await statuses(id)).toBe('404');
    expect(await seen(`/api/photos/${item.slug}`)).toBe(404);
  });

  it('SEE-1 two uses: a photo stays while one of them is public', async () => {
    const id = await upload();
    const made: string[] = [];
    for (const title of ['One', 'Two']) {
      made.push((await jsonOf(await staff('POST', '/api/portfolio', { title, category: 'wedding', mediaId: id })))._id);
    }
    await staff('DELETE', `/api/portfolio/${made[0]}`);
    expect(await seen(`/media/${id}/60.jpg`)).toBe(200);
    await staff('DELETE', `/api/portfolio/${made[1]}`);
    expect(await seen(`/media/${id}/60.jpg`)).toBe(404);
  });

  it('SEE-2 an unpublished story or film is in no response, and nothing of a story names a hidden photo', async () => {
    const [hidden, poster] = [await upload(), await upload()];
    const photo = await jsonOf(
      await staff('POST', '/api/portfolio', { title: 'SecretPhoto', category: 'wedding', mediaId: hidden }),
    );
    const file = await jsonOf(
      await api.app.request('/api/admin/videos/files', {
        method: 'POST',
        headers: { cookie, origin: SITE, 'content-type': 'video/mp4' },
        body: new Uint8Array(sampleFilm({ seconds: 33 })),
      }),
    );
    const film = await jsonOf(
      await staff('POST', '/api/admin/videos', {
        title: 'SecretFilm',
        category: 'wedding',
        fileId: file.id,
        posterId: poster,
        published: true,
      }),
    );
    const sections = [{ title: 'SecretSection', entries: [{ photoId: photo._id }, { filmId: film._id }] }];
    const album = await jsonOf(
      await staff('POST', '/api/albums', { title: 'SecretStory', category: 'wedding', coverId: photo._id, sections }),
    );
    const address = `/api/albums/${album.slug}`;
    expect(await seen(address)).toBe(404);
    expect(await isNamed('SecretStory', 'SecretSection')).toEqual([]);
    await staff('PUT', `/api/albums/${album._id}`, { published: true });
    expect(
      await isNamed('SecretStory', 'SecretSection', 'SecretPhoto', 'SecretFilm', hidden, poster, file.id),
    ).toHaveLength(7);

    // Now each part alone is taken back.
    await staff('DELETE', `/api/portfolio/${photo._id}`);
    expect(await isNamed('SecretPhoto', hidden)).toEqual([]);
    await staff('PUT', `/api/admin/videos/${film._id}`, { published: false });
    expect(await isNamed('SecretFilm', poster, file.id)).toEqual([]);
    expect(await seen('/api/films/secretfilm')).toBe(404);
    expect(await statuses(poster)).toBe('404');
    expect(await seen(`/media/films/${file.id}.mp4`)).toBe(404);
    const preview = await staff('GET', `/media/films/${file.id}.mp4`);
    expect(preview.headers.get('cache-control')).toBe('private, no-store');
    await staff('PUT', `/api/albums/${album._id}`, { published: false });
    expect(await isNamed('SecretStory', 'SecretSection')).toEqual([]);
    expect(await seen(address)).toBe(404);
    for (const path of [
      `/api/albums/${album._id}`,
      `/api/admin/albums/${album._id}`,
      '/api/admin/albums',
      '/api/admin/videos',
    ]) {
      expect([401, 404]).toContain(await seen(path));
    }
  });

  it('SEE-1 a change in another process ends a kept answer here', async () => {
    const id = await upload();
    const item = await jsonOf(
      await staff('POST', '/api/portfolio', { title: 'Kept', category: 'wedding', mediaId: id }),
    );
    const other = api.neighbour();
    expect(await seen(`/media/${id}/60.jpg`)).toBe(200);
    const removed = await other.request(`/api/portfolio/${item._id}`, {
      method: 'DELETE',
      headers: { cookie, origin: SITE },
    });
    expect(removed.status).toBe(204);
    const deadline = Date.now() + 10_000;
    let status = 200;
    while (status !== 404 && Date.now() < deadline) status = await seen(`/media/${id}/60.jpg`);
    expect(status).toBe(404);
  });

  it('SEE-1 ADM-PHOTO-2 a crop is public while its photo is', async () => {
    const photo = await upload();
    await staff('POST', '/api/portfolio', { title: 'Cropped', category: 'wedding', mediaId: photo });
    const wide = { left: 0, top: 20, right: 0, bottom: 20, focal: { x: 50, y: 50 } };
    const crops = { wide, square: null, portrait: null };
    const saved = await jsonOf(await staff('PUT', `/api/admin/media/${photo}/crops`, { version: 0, crops }));
    expect(saved.version).toBe(1);
    const url = `/media/${saved.crops.wide.media.id}/60.jpg`;
    expect(await seen(url)).toBe(200);
    await staff('PUT', `/api/admin/media/${photo}/crops`, { version: 1, crops: { ...crops, wide: null } });
    expect(await seen(url)).toBe(404);
  });

  it('SEE-1 every foreign key to a photo has a rule', async () => {
    const { rows } = await sql<{ column: string }>`
      select conrelid::regclass || '.' || attname as "column" from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'media'::regclass order by 1`.execute(api.db);
    const ruled = PHOTO_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort();
    expect(rows.map(({ column }) => column).sort()).toEqual([...ruled, ...PRIVATE_COLUMNS].sort());
  });
});
