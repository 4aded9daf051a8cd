import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mediaSchema } from '@godhuli/contracts/media';
import { mediaWidths, previewUrl } from '@godhuli/contracts/media-url';
import { problemSchema } from '@godhuli/contracts/problem';
import sharp from 'sharp';
import { mediaApp } from '../../testing/media-app.js';
import { ImageWorkerPool } from './image-worker-pool.js';
import { knownMediaIds, mediaById } from './media.queries.js';
import { loadMedia } from './media-references.js';
import { createMediaStore } from './media-store.js';
import { readSeedPhotos, seedMedia } from './seed-media.js';
import { variantNameSchema } from './variant.js';

// Real pictures on a busy machine.
jest.setTimeout(30_000);

let context: Awaited<ReturnType<typeof mediaApp>>;
let ids: Map<string, string>;
/** Sample photograph 2400 px wide whose subject is right of the middle. */
let id: string;
beforeAll(async () => {
  context = await mediaApp();
  ids = await seedMedia(context.db, context.store);
  id = ids.get('hero-1-mandap-dusk.jpg') as string;
}, 60_000);
afterEach(() => jest.restoreAllMocks());
afterAll(() => context.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  context.app.request(path, { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('sample photos', () => {
  it('are all there after one start, with alt text, focal point, size, placeholder and colour', async () => {
    const photographs = await readSeedPhotos();
    expect(Array.from(ids.keys())).toEqual(photographs.map(({ file }) => file));
    const media = await mediaById(context.db, [...ids.values()]);
    expect(media.size).toBe(34);
    expect(media.get(id)).toEqual({
      id,
      width: 2400,
      height: 1500,
      alt: photographs[0]?.alt,
      focal: { x: 66, y: 46 },
      thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{20,}=*$/),
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
  });

  it('are described in photos.json as the image process describes them, so that no start has to', async () => {
    const photographs = await readSeedPhotos();
    for (const { description } of photographs.slice(-2)) {
      const master = context.store.variantPath(description.id, 'master');
      expect(await context.store.describe(master)).toEqual(description);
    }
    const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
    expect(await seedMedia(context.db, context.store)).toEqual(ids);
    expect(run).not.toHaveBeenCalled();
  });

  it('come back when a file was lost', async () => {
    const lost = ids.get('about-studio-interior.jpg') as string;
    await context.store.remove(lost);
    await seedMedia(context.db, context.store);
    expect((await get(`/media/${lost}/480.jpg`)).status).toBe(200);
  });
});

describe('variants', () => {
  it.each([
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
    ['jpg', 'image/jpeg', 'jpeg'],
  ])('exist in every width as %s, immutable and never sniffed', async (extension, contentType, format) => {
    for (const width of mediaWidths({ width: 2400 })) {
      const response = await get(`/media/${id}/${width}.${extension}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(contentType);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
      const picture = await sharp(await bytesOf(response)).metadata();
      expect(picture.format).toEqual(format);
      expect(picture.width).toEqual(width);
      expect(picture.height).toEqual(Math.round((width * 1500) / 2400));
    }
  });

  it('are made once for parallel requests, and never again', async () => {
    const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
    const path = `/media/${ids.get('hero-2-diyas.jpg')}/480.avif`;
    const responses = await Promise.all(Array.from({ length: 20 }, () => get(path)));
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.get('etag')}`)).size).toBe(1);
    expect((await get(path)).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('of a narrow photo end at its own width', async () => {
    const narrow = sharp({ create: { width: 700, height: 900, channels: 3, background: '#123456' } });
    const media = mediaSchema.parse(await (await context.upload(await narrow.png().toBuffer())).json());
    const statuses = [480, 700, 960, 1600].map(async (width) => (await get(`/media/${media.id}/${width}.webp`)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200, 404, 404]);
  });

  it('ADM-PHOTO-2 for link previews are 1200 x 630 around the focal point that an item gives its photo', async () => {
    const halves = sharp({ create: { width: 2000, height: 500, channels: 3, background: '#000000' } });
    const white = { create: { width: 1000, height: 500, channels: 3 as const, background: '#ffffff' } };
    const bytes = await halves
      .composite([{ input: white, left: 1000, top: 0 }])
      .png()
      .toBuffer();
    const media = mediaSchema.parse(await (await context.upload(bytes)).json());
    const previewAt = async (x: number) => bytesOf(await get(previewUrl({ ...media, focal: { x, y: 50 } })));
    const right = await previewAt(88);
    expect(await sharp(right).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const brightness = async (preview: Buffer) => (await sharp(preview).stats()).channels[0]?.mean;
    expect(await brightness(right)).toBeGreaterThan(250);
    expect(await brightness(await previewAt(12))).toBeLessThan(5);
    // Documents in caches have this name.
    expect((await get(previewUrl({ id: media.id }))).status).toBe(200);
  });

  it('ADM-PHOTO-2 for link previews are at most 21 of a photo, whatever is requested', async () => {
    const names = Array.from({ length: 1000 }, (_, place) => `og-${place}.v3.jpg`);
    const others = ['og-05.v3.jpg', 'og-5.jpg', 'og-5.v2.jpg', 'og--5.v3.jpg', 'og-5.0.v3.jpg', 'og-50.v3.webp'];
    const valid = [...names, ...others].filter((name) => variantNameSchema.safeParse(name).success);
    expect(valid).toEqual(Array.from({ length: 21 }, (_, step) => `og-${step * 5}.v3.jpg`));
    expect((await get(`/media/${id}/og-42.v3.jpg`)).status).toBe(404);
  });

  it.each([
    `/media/${'0'.repeat(64)}/480.avif`,
    '/media/nonsense/480.avif',
    '/media/ID/481.avif',
    '/media/ID/0480.avif',
    '/media/ID/2400.gif',
    '/media/ID/2400.png',
    '/media/ID/master',
    '/media/ID/..%2fmaster',
    '/media/.incoming/480.avif',
    '/media/ID/',
  ])('%s is a problem of 404', async (path) => {
    const response = await get(path.replace('ID', id));
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(problemSchema.parse(await response.json()).status).toBe(404);
  });

  it('respond to conditional requests', async () => {
    const path = `/media/${id}/480.webp`;
    const etag = (await get(path)).headers.get('etag') as string;
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await get(path, { 'if-none-match': header });
      expect({ header, status: response.status, body: await response.text() }).toEqual({
        header,
        status: 304,
        body: '',
      });
      expect(response.headers.get('etag')).toBe(etag);
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('respond to range requests', async () => {
    const path = `/media/${id}/480.webp`;
    const whole = await get(path);
    const etag = whole.headers.get('etag') as string;
    const bytes = await bytesOf(whole);
    const size = bytes.length;
    const part = async (range: string, headers = {}) => {
      const response = await get(path, { range, ...headers });
      const body = await bytesOf(response);
      const at = bytes.indexOf(body);
      const { status, headers: sent } = response;
      return { status, range: sent.get('content-range'), start: body.length > 0 ? at : null, length: body.length };
    };
    const all = { status: 200, range: null, start: 0, length: size };
    const partial = (start: number, length: number) => {
      const range = `bytes ${start}-${start + length - 1}/${size}`;
      return { status: 206, range, start, length };
    };
    const unsatisfiable = { status: 416, range: `bytes */${size}`, start: null, length: 0 };
    expect(await part('bytes=0-99')).toEqual(partial(0, 100));
    expect(await part('bytes=100-')).toEqual(partial(100, size - 100));
    expect(await part('bytes=-50')).toEqual(partial(size - 50, 50));
    expect(await part(`bytes=10-${size * 2}`)).toEqual(partial(10, size - 10));
    expect(await part(`bytes=${size}-`)).toEqual(unsatisfiable);
    expect(await part('bytes=-0')).toEqual(unsatisfiable);
    for (const ignored of ['bytes=5-1', 'bytes=0-1,3-4', 'pages=1-2', 'bytes=', 'bytes=x-y']) {
      expect({ ignored, ...(await part(ignored)) }).toEqual({ ignored, ...all });
    }
    expect(await part('bytes=0-99', { 'if-range': etag })).toEqual(partial(0, 100));
    expect(await part('bytes=0-99', { 'if-range': '"older"' })).toEqual(all);
  });

  it('respond to HEAD like GET without a body', async () => {
    const response = await get(`/media/${id}/480.webp`, {}, 'HEAD');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1000);
  });

  it('are made ahead as AVIF, the first of the page first', async () => {
    const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
    const media = await mediaById(
      context.db,
      ['hero-3-rings-silk.jpg', 'hero-4-cine-camera.jpg'].flatMap((file) => ids.get(file) ?? []),
    );
    await context.store.warm([...media.values()]);
    const jobs = run.mock.calls.map(([job]) => (job.kind === 'variant' ? `${job.format} ${job.width}` : job.kind));
    const avif = mediaWidths({ width: 2400 }).map((width) => `avif ${width}`);
    expect(jobs).toEqual([...avif, ...avif, 'crop']);
  });
});

it('an item that uses a photo may have its own alt text and focal point', async () => {
  const item = { image: '', media_id: id };
  const mediaOf = await loadMedia(context.db, [item]);
  const own = { alt: 'Mine', focal: { x: 1, y: 2 } };
  expect(mediaOf(item, own).media).toMatchObject({ id, ...own });
  expect(mediaOf(item).media?.focal).toEqual({ x: 66, y: 46 });
});

it('a start sweeps what a process that died left behind, and nothing else', async () => {
  const root = join(context.dataDir, 'media');
  const orphan = 'a'.repeat(64);
  const justBegun = 'b'.repeat(64);
  const longAgo = new Date(Date.now() - 7_200_000);
  await mkdir(join(root, orphan));
  await utimes(join(root, orphan), longAgo, longAgo);
  await mkdir(join(root, justBegun));
  const [, host] = await context.store.withTemporaryFile(async (path) => /([^/]+)~\d+~[^~]+$/.exec(path) ?? []);
  // No process has a number this high.
  await writeFile(join(root, '.incoming', `${host}~99999999~dead`), 'half');
  await writeFile(join(root, '.incoming', `${host}~${process.pid}~alive`), 'half');
  const before = await context.files();
  const store = createMediaStore({ dataDir: context.dataDir });
  expect(await store.sweep((found) => knownMediaIds(context.db, found))).toBe(2);
  const after = await context.files();
  expect(before.filter((file) => !after.includes(file))).toEqual([expect.stringContaining('99999999~dead')]);
  expect(await readFile(store.variantPath(id, 'master'))).toHaveLength(575_871);
});
