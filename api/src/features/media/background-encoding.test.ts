import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import { mediaUrl } from '@godhuli/contracts/media-url';
import { createLogger } from '@godhuli/server/logger';
import { sql } from 'kysely';
import sharp from 'sharp';
import { holdLease, releaseLease } from '../../db/leases.js';
import { mediaApp } from '../../testing/media-app.js';
import { engines, testDatabase } from '../../testing/test-database.js';
import { startBackgroundEncoding } from './background-encoding.js';
import { ImageWorkerPool, PRIORITY } from './image-worker-pool.js';
import { createMediaStore } from './media-store.js';

// Real encodings on a busy machine.
jest.setTimeout(60_000);

const IMMUTABLE = 'public, max-age=31536000, immutable';
const until = async (holds: () => Promise<boolean> | boolean) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe.each(engines())('on %s', (engine) => {
  let context: Awaited<ReturnType<typeof mediaApp>>;
  let photos: Media[];
  const begun: ReturnType<typeof startBackgroundEncoding>[] = [];
  let standIns: number;
  beforeEach(async () => {
    standIns = 0;
    const onQuickVariant = () => {
      standIns += 1;
    };
    context = await mediaApp(undefined, { database: await testDatabase(engine), onQuickVariant });
    const upload = async (background: string) => {
      const picture = sharp({ create: { width: 120, height: 80, channels: 3, background } });
      const noisy = picture.composite([{ input: Buffer.from('<svg><circle r="30" fill="#fff"/></svg>') }]);
      return mediaSchema.parse(await (await context.upload(await noisy.png().toBuffer())).json());
    };
    photos = [await upload('#b01020'), await upload('#e09010')];
  }, 120_000);
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(begun.splice(0).map((each) => each.stop()));
    await context.close();
  });

  const improve = (store = context.store) => {
    const { db } = context;
    const options = { db, store, listMedia: async () => photos, logger: createLogger('silent'), firstDelayMs: 0 };
    const improvement = startBackgroundEncoding(options);
    begun.push(improvement);
    improvement.wake();
    return improvement;
  };
  const [urlOf, nameOf] = [(photo: Media) => mediaUrl(photo, photo.width, 'avif'), '120.v2.avif'];
  const isHighQuality = (photo: Media) => context.store.hasVariant(photo.id, nameOf);
  const get = async (photo: Media) => {
    const response = await context.app.request(urlOf(photo));
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, keep: response.headers.get('cache-control'), bytes };
  };

  it('leaves it to other processes where BACKGROUND_ENCODING is 0', async () => {
    const asked = jest.fn(async () => photos);
    const options = { db: context.db, store: context.store, logger: createLogger('silent'), firstDelayMs: 0 };
    const off = startBackgroundEncoding({ ...options, listMedia: asked, isOff: true });
    begun.push(off);
    off.wake();
    improve();
    await until(async () => (await isHighQuality(photos[0] as Media)) && isHighQuality(photos[1] as Media));
    expect(asked).not.toHaveBeenCalled();
  });

  it('a quick encoding is served at first, then the better one permanently', async () => {
    const [photo] = photos as [Media];
    const quick = await get(photo);
    expect(quick.status).toBe(200);
    expect(quick.keep).toBe('public, max-age=60');
    expect(standIns).toBe(1);
    improve();
    await until(() => isHighQuality(photo));
    const fine = await get(photo);
    expect(fine.status).toBe(200);
    expect(fine.keep).toEqual(IMMUTABLE);
    expect(standIns).toBe(1);
    expect(fine.bytes.equals(quick.bytes)).toBe(false);
    // Both bits of chroma_subsampling of the AV1 configuration are 0: 4:4:4.
    expect((fine.bytes[fine.bytes.indexOf('av1C') + 6] ?? 255) & 0b1100).toBe(0);
    // An older release of the site still asks for the quick one.
    const older = await context.app.request(urlOf(photo).replace('.v2', ''));
    expect(older.status).toBe(200);
    expect(older.headers.get('cache-control')).toEqual(IMMUTABLE);
  });

  it('a start after kill -9 makes what is missing and nothing twice', async () => {
    const [first, second] = photos as [Media, Media];
    improve();
    await until(async () => (await isHighQuality(first)) && (await isHighQuality(second)));
    await begun.splice(0)[0]?.stop();
    await rm(join(context.dataDir, 'media', second.id, nameOf));
    // The lease of the process that was killed.
    await holdLease(context.db, 'better encodings', 'killed', 0);
    const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
    const store = createMediaStore({ dataDir: context.dataDir });
    improve(store);
    await until(() => isHighQuality(second));
    expect(run.mock.calls.map(([{ kind }, priority]) => [kind, priority])).toEqual([['variant', PRIORITY.background]]);
    store.close();
  });

  it('two processes on one database share the work, one at a time', async () => {
    expect(await holdLease(context.db, 'better encodings', 'other', 60)).toBe(true);
    expect(await holdLease(context.db, 'better encodings', 'me', 60)).toBe(false);
    expect(await holdLease(context.db, 'better encodings', 'other', 60)).toBe(true);
    const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
    const asked = jest.spyOn(context.store, 'hasVariant');
    const improvement = improve();
    await until(() => asked.mock.calls.length > 0);
    await improvement.stop();
    expect(run).not.toHaveBeenCalled();
    const { rows } = await sql<{ holder: string }>`select holder from leases`.execute(context.db);
    expect(rows).toEqual([{ holder: 'other' }]);
    await releaseLease(context.db, 'better encodings', 'other');
    improve();
    await until(() => isHighQuality(photos[1] as Media));
  });

  it('a photo that cannot be encoded does not stop the others', async () => {
    const [lost, kept] = photos as [Media, Media];
    await rm(join(context.dataDir, 'media', lost.id, 'master'));
    improve();
    await until(() => isHighQuality(kept));
    expect(await isHighQuality(lost)).toBe(false);
  });
});
