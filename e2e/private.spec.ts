import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, request as requests } from '@playwright/test';
import { randomPng } from './faults/random-png';
import { SAMPLE_CAPTIONS, SAMPLE_FILM } from './page/films';
import { signIn } from './page/staff';
import { expect, test } from './page/test';

/** Everything public that lists photos, stories or films. */
const LISTS = [
  '/',
  '/portfolio',
  '/portfolio/wedding',
  '/api/portfolio',
  '/api/portfolio/wedding',
  '/api/highlights',
  '/api/hero',
  '/api/gallery/all',
  '/api/gallery/wedding',
  '/api/albums',
  '/api/films',
];

/** EXIF with a latitude of 19 degrees north, and a text, as PNG chunks. */
function placeChunks(): Record<string, Buffer<ArrayBuffer>> {
  const exif = Buffer.alloc(92);
  exif.write('II*\0', 'latin1');
  exif.writeUInt32LE(8, 4);
  // One entry of the first directory: where the GPS directory begins.
  const entry = (at: number, [tag, type, count, value]: [number, number, number, number]) => {
    exif.writeUInt16LE(tag, at);
    exif.writeUInt16LE(type, at + 2);
    exif.writeUInt32LE(count, at + 4);
    exif.writeUInt32LE(value, at + 8);
  };
  exif.writeUInt16LE(1, 8);
  entry(10, [0x8825, 4, 1, 26]);
  exif.writeUInt16LE(2, 26);
  entry(28, [1, 2, 2, 'N'.charCodeAt(0)]);
  entry(40, [2, 5, 3, 60]);
  for (const [index, part] of [19, 1, 5, 1, 42, 1].entries()) exif.writeUInt32LE(part, 60 + index * 4);
  return { eXIf: exif, tEXt: Buffer.from('Location\0SecretPlace 19.095 N', 'latin1') };
}

/** The documents of the sitemap, its index first. */
async function sitemaps(visitor: APIRequestContext): Promise<string[]> {
  const index = await (await visitor.get('/sitemap.xml')).text();
  return ['/sitemap.xml', ...[...index.matchAll(/<loc>https?:\/\/[^/]+([^<]+)<\/loc>/g)].map(([, path]) => path ?? '')];
}

test('SEE-1 SEE-2 ADM-GAL-7 what is taken back has no URL or cached copy, and no file had its location', async ({
  product: { url },
}) => {
  const staff = await requests.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  const visitor = await requests.newContext({ baseURL: url });
  await signIn(staff, url);
  const post = async (path: string, data: object) => (await staff.post(path, { data })).json();
  const media = async (name: string): Promise<string> => {
    const file = { name, mimeType: 'image/png', buffer: randomPng(700, 700, placeChunks()) };
    return (await (await staff.post('/api/admin/media', { multipart: { file } })).json()).id;
  };
  const filmFile = async ({ mimeType, buffer }: typeof SAMPLE_FILM): Promise<string> => {
    const headers = { 'content-type': mimeType };
    return (await (await staff.post('/api/admin/videos/files', { data: buffer, headers })).json()).id;
  };

  const made = await test.step('a photo, a film and their story are published', async () => {
    const [mediaId, posterId] = [await media('secret.png'), await media('poster.png')];
    const photo = await post('/api/portfolio', { title: 'Zebra lane', category: 'wedding', mediaId, hero: false });
    // Another test may show the same film, which is public then: this one has a box of its own.
    const own = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('free'), randomBytes(16)]);
    const fileId = await filmFile({ ...SAMPLE_FILM, buffer: Buffer.concat([SAMPLE_FILM.buffer, own]) });
    const note = Buffer.from(`\nNOTE ${randomUUID()}\n`);
    const captionsId = await filmFile({ ...SAMPLE_CAPTIONS, buffer: Buffer.concat([SAMPLE_CAPTIONS.buffer, note]) });
    const text = { title: 'Zebra film', category: 'wedding', posterId, fileId, captionsId, published: true };
    const film = await post('/api/admin/videos', text);
    const sections = [{ entries: [{ photoId: photo._id }, { filmId: film._id }] }];
    const story = await post('/api/albums', { title: 'Zebra story', category: 'wedding', sections, published: true });
    return { mediaId, posterId, fileId, captionsId, photo, film, story };
  });
  const secrets = [
    made.mediaId,
    made.posterId,
    made.fileId,
    made.captionsId,
    'zebra-lane',
    'zebra-film',
    'zebra-story',
  ];

  const seen = await test.step('visitors see all of it, so every cache has it', async () => {
    const pages = ['/p/zebra-lane', '/stories/zebra-story', '/films/zebra-film'];
    for (const page of pages) await expect.poll(async () => (await visitor.get(page)).status(), page).toBe(200);
    const texts = await Promise.all(pages.map(async (page) => (await visitor.get(page)).text()));
    const files = texts.flatMap((text) => text.match(/\/media\/[\w/.-]+\.(?:jpg|webp|avif|mp4|vtt)/g) ?? []);
    const ofSecrets = [...new Set(files)].filter((path) => secrets.some((secret) => path.includes(secret)));
    expect(ofSecrets.length).toBeGreaterThan(8);
    const shares = [made.mediaId, made.posterId].map((id) => `/media/${id}/og.jpg`);
    const apis = ['/api/photos/zebra-lane', '/api/albums/zebra-story', '/api/films/zebra-film'];
    const paths = [...pages, ...apis, ...new Set([...ofSecrets, ...shares])];
    const etags = new Map<string, string>();
    const markers = ['SecretPlace', 'II*\0\x08\0\0\0'];
    for (const path of paths) {
      const response = await visitor.get(path);
      expect({ path, status: response.status() }).toEqual({ path, status: 200 });
      const bytes = path.startsWith('/media/') && !path.endsWith('.mp4') ? await response.body() : Buffer.alloc(0);
      expect({ path, found: markers.filter((marker) => bytes.includes(marker)) }).toEqual({ path, found: [] });
      etags.set(path, response.headers().etag ?? '"none"');
    }
    for (const path of [...LISTS, ...(await sitemaps(visitor))]) await visitor.get(path);
    expect(await (await visitor.get('/api/gallery/wedding')).text()).toContain(made.mediaId);
    return etags;
  });

  await test.step('all three are taken back', async () => {
    const paths = [
      `/api/portfolio/${made.photo._id}`,
      `/api/admin/videos/${made.film._id}`,
      `/api/albums/${made.story._id}`,
    ];
    for (const path of paths) expect((await staff.put(path, { data: { published: false } })).status(), path).toBe(200);
  });

  await test.step('no URL has it, whatever a request asks for', async () => {
    for (const [path, etag] of seen) {
      await expect.poll(async () => (await visitor.get(path)).status(), path).toBe(404);
      const answers = await Promise.all([
        visitor.get(path, { headers: { 'if-none-match': etag } }),
        visitor.get(path, { headers: { 'if-none-match': '*' } }),
        visitor.get(path, { headers: { range: 'bytes=0-9' } }),
        visitor.get(path, { headers: { 'cache-control': 'only-if-cached' } }),
        visitor.get(`${path}?v=1`),
        visitor.head(path),
      ]);
      expect({ path, statuses: answers.map((answer) => answer.status()) }).toEqual({
        path,
        statuses: answers.map(() => 404),
      });
    }
    for (const id of [made.mediaId, made.posterId])
      for (const name of ['original', 'master.jpg', `${id}.jpg`, '../media', '480.png'])
        expect((await visitor.get(`/media/${id}/${name}`)).status(), name).toBe(404);
  });

  await test.step('no list, page or sitemap names it', async () => {
    for (const path of [...LISTS, ...(await sitemaps(visitor))])
      await expect
        .poll(async () => {
          const text = await (await visitor.get(path)).text();
          return secrets.filter((secret) => text.includes(secret));
        }, path)
        .toEqual([]);
    for (const path of [`/api/portfolio/${made.photo._id}`, `/api/albums/${made.story._id}`, '/api/admin/portfolio'])
      expect([401, 404, 405]).toContain((await visitor.get(path)).status());
  });

  await test.step('staff still see the files, uncached', async () => {
    const response = await staff.get(`/media/${made.mediaId}/og.jpg`);
    expect(response.status()).toBe(200);
    expect(response.headers()['cache-control']).toBe('private, no-store');
  });
  await Promise.all([staff.dispose(), visitor.dispose()]);
});
