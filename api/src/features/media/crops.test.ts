import { existsSync } from 'node:fs';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import { photoCropsSchema } from '@godhuli/contracts/photo-crops';
import { problemSchema } from '@godhuli/contracts/problem';
import sharp from 'sharp';
import { mediaApp } from '../../testing/media-app.js';
import { cropsRoutes } from './crops.routes.js';
import { markResult } from './encoding.queries.js';
import { loadMedia } from './media-references.js';
import { seedMedia } from './seed-media.js';
import { leaveMedia, removeLeftMedia } from './unused-media.js';

// Real pictures on a busy machine.
jest.setTimeout(60_000);

let context: Awaited<ReturnType<typeof mediaApp>>;
let app: ReturnType<typeof context.appOf>;
beforeAll(async () => {
  context = await mediaApp();
  app = context.appOf(cropsRoutes({ db: context.db, media: context.store }));
}, 60_000);
afterAll(() => context.close());

/** Four columns of one colour each. */
const columns = async (...colors: string[]) => {
  const inputs = colors.map((background, at) => ({
    input: { create: { width: 400, height: 1000, channels: 3 as const, background } },
    left: at * 400,
    top: 0,
  }));
  const base = sharp({ create: { width: colors.length * 400, height: 1000, channels: 3, background: '#000' } });
  return mediaSchema.parse(await (await context.upload(await base.composite(inputs).png().toBuffer())).json());
};
const request = (method: string, media: Pick<Media, 'id'>, json?: object, query = '') =>
  app.request(`/api/admin/media/${media.id}/crops${query}`, {
    method,
    ...(json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
  });
const read = async (media: Pick<Media, 'id'>, query = '') =>
  photoCropsSchema.parse(await (await request('GET', media, undefined, query)).json());
/** Every shape, and none unless given. */
const NO_CROPS = { wide: null, square: null, portrait: null };
const meanOf = async (id: string) => {
  const { channels } = await sharp(context.store.variantPath(id, 'master')).stats();
  return channels.map(({ mean }) => Math.round(mean / 10) * 10);
};

it('ADM-PHOTO-2 a crop is cut out of the photo, with its own focal point, and belongs to it', async () => {
  const photo = await columns('#ff0000', '#00ff00', '#0000ff', '#ffffff');
  const second = { left: 25, top: 10, right: 50, bottom: 20, focal: { x: 37.5, y: 45 } };
  const portrait = { left: 50, top: 0, right: 25, bottom: 0, focal: { x: 0, y: 100 } };
  const saved = photoCropsSchema.parse(
    await (await request('PUT', photo, { version: 0, crops: { ...NO_CROPS, wide: second, portrait } })).json(),
  );
  expect(saved.version).toBe(1);
  expect(saved.crops.wide).toMatchObject({ ...second, media: { width: 400, height: 700, focal: { x: 50, y: 50 } } });
  expect(await meanOf(saved.crops.wide?.media.id ?? '')).toEqual([0, 250, 0]);
  expect(saved.crops.portrait?.media.focal).toEqual({ x: 0, y: 100 });
  const row = { image: '', media_id: photo.id };
  const { media } = (await loadMedia(context.db, [row]))(row, { alt: 'Own words' });
  expect(media?.crops?.portrait).toMatchObject({ id: saved.crops.portrait?.media.id, alt: 'Own words' });
  expect(media?.crops?.square).toBeUndefined();
  // A crop is never enlarged or cut again when only its focal point changes.
  const moved = { ...second, focal: { x: 26, y: 45 } };
  const again = photoCropsSchema.parse(
    await (await request('PUT', photo, { version: 1, crops: { ...NO_CROPS, wide: moved } })).json(),
  );
  expect(again.crops.wide?.media.id).toBe(saved.crops.wide?.media.id);
  expect(again.crops.wide?.media.focal.x).toBeCloseTo(4);
  expect(again.crops.portrait).toBeUndefined();
});

it('ADM-GAL-10 the images of crops that are replaced, refused or of an erased photo are removed', async () => {
  const photo = await columns('#a00000', '#00a000', '#0000a0', '#a0a000');
  const area = (left: number) => ({ left, top: 0, right: 75 - left, bottom: 0, focal: { x: left, y: 50 } });
  const put = async (version: number, left: number) =>
    (await request('PUT', photo, { version, crops: { ...NO_CROPS, wide: area(left) } })).status;
  const images = async () => (await context.db.selectFrom('media').select('id').execute()).length;
  const before = await images();
  expect(await put(0, 0)).toBe(200);
  const first = (await read(photo)).crops.wide?.media.id ?? '';
  expect(await put(1, 25)).toBe(200);
  expect(await put(1, 50)).toBe(409);
  expect(await images()).toBe(before + 1);
  expect(existsSync(context.store.variantPath(first, 'master'))).toBe(false);
  await markResult(context.db, photo.id, null);
  await context.db.transaction().execute((transaction) => leaveMedia(transaction, [photo.id]));
  expect(await removeLeftMedia(context.db, context.store, 'recent')).toBe(2);
  expect(await images()).toBe(before - 1);
});

it('ADM-PHOTO-2 of two people who crop a photo at once, the second sees what the first stored', async () => {
  const photo = await columns('#123456', '#654321');
  const crops = { ...NO_CROPS, square: { left: 0, top: 10, right: 0, bottom: 10, focal: { x: 50, y: 50 } } };
  const responses = await Promise.all([0, 1].map(() => request('PUT', photo, { version: 0, crops })));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = await responses.find(({ status }) => status === 409)?.json();
  expect(refused).toMatchObject({ detail: expect.stringMatching(/^Someone else/), current: { version: 1 } });
});

it.each([
  [{ left: 60, top: 0, right: 35, bottom: 0, focal: { x: 50, y: 50 } }, 'crops.wide.right'],
  [{ left: 0, top: 0, right: 0, bottom: 95, focal: { x: 50, y: 50 } }, 'crops.wide.bottom'],
  [{ left: -1, top: 0, right: 0, bottom: 0, focal: { x: 50, y: 50 } }, 'crops.wide.left'],
])('ADM-PHOTO-2 a crop that leaves too little is refused at its field: %j', async (wide, field) => {
  const response = await request('PUT', await columns('#111', '#222'), { version: 0, crops: { ...NO_CROPS, wide } });
  expect(response.status).toBe(422);
  expect(problemSchema.parse(await response.json()).errors?.[0]?.field).toBe(field);
});

it('ADM-PHOTO-2 text is readable on every sample of the hero, and on a crop of a white photo', async () => {
  const ids = await seedMedia(context.db, context.store);
  for (const name of ['hero-1-mandap-dusk', 'hero-2-diyas', 'hero-3-rings-silk', 'hero-4-cine-camera']) {
    const [wide, phone] = [ids.get(`${name}.jpg`) ?? '', ids.get(`${name}-portrait.jpg`) ?? ''];
    const { contrast } = await read({ id: wide }, `?portrait=${phone}`);
    expect({ name, wide: contrast.wide?.isReadable }).toEqual({ name, wide: true });
    expect({ name, phone: contrast.phone?.isReadable }).toEqual({ name, phone: true });
    expect(contrast.phone?.mediaId).toBe(phone);
  }
  const white = await columns('#ffffff', '#ffffff', '#ffffff', '#101010');
  const before = await read(white, '?x=0&y=50');
  expect(before.contrast.wide?.isReadable).toBe(false);
  const dark = { left: 75, top: 0, right: 0, bottom: 0, focal: { x: 90, y: 50 } };
  await request('PUT', white, { version: 0, crops: { ...NO_CROPS, wide: dark } });
  const after = await read(white, '?x=0&y=50');
  expect(after.contrast.wide?.isReadable).toBe(true);
  expect(after.contrast.wide?.mediaId).toBe(after.crops.wide?.media.id);
});
