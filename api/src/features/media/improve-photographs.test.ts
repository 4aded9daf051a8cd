import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import { mediaUrl } from '@godhuli/contracts/media-url';
import { sql } from 'kysely';
import sharp from 'sharp';
import { holdLease, releaseLease } from '../../db/leases.js';
import { createLogger } from '../../logger.js';
import { mediaApp } from '../../testing/media-app.js';
import { engines, testDatabase } from '../../testing/test-database.js';
import { ImageProcesses, URGENCY } from './image-processes.js';
import { improvePhotographs } from './improve-photographs.js';
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
  const begun: ReturnType<typeof improvePhotographs>[] = [];
  let standIns: number;
  beforeEach(async () => {
    standIns = 0;
    const onStandIn = () => {
      standIns += 1;
    };
    context = await mediaApp(undefined, { database: await testDatabase(engine), onStandIn });
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
    const options = { db, store, photographs: async () => photos, logger: createLogger('silent'), firstDelayMs: 0 };
    const improvement = improvePhotographs(options);
    begun.push(improvement);
    improvement.wake();
    return improvement;
  };
  const [urlOf, nameOf] = [(photo: Media) => mediaUrl(photo, photo.width, 'avif'), '120.v2.avif'];
  const isFine = (photo: Media) => context.store.hasVariant(photo.id, nameOf);
  const get = async (photo: Media) => {
    const answer = await context.app.request(urlOf(photo));
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, keep: answer.headers.get('cache-control'), bytes };
  };

  it('leaves it to other processes where BACKGROUND_ENCODING is 0', async () => {
    const asked = jest.fn(async () => photos);
    const options = { db: context.db, store: context.store, logger: createLogger('silent'), firstDelayMs: 0 };
    const off = improvePhotographs({ ...options, photographs: asked, isOff: true });
    begun.push(off);
    off.wake();
    improve();
    await until(async () => (await isFine(photos[0] as Media)) && isFine(photos[1] as Media));
    expect(asked).not.toHaveBeenCalled();
  });

  it('a quick encoding stands in for a moment, then the better one is there for good', async () => {
    const [photo] = photos as [Media];
    const quick = await get(photo);
    expect([quick.status, quick.keep, standIns]).toEqual([200, 'public, max-age=60', 1]);
    improve();
    await until(() => isFine(photo));
    const fine = await get(photo);
    expect([fine.status, fine.keep, standIns]).toEqual([200, IMMUTABLE, 1]);
    expect(fine.bytes.equals(quick.bytes)).toBe(false);
    // Both bits of chroma_subsampling of the AV1 configuration are 0: 4:4:4.
    expect((fine.bytes[fine.bytes.indexOf('av1C') + 6] ?? 255) & 0b1100).toBe(0);
    // An older release of the site still asks for the quick one.
    const older = await context.app.request(urlOf(photo).replace('.v2', ''));
    expect([older.status, older.headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
  });

  it('a start after kill -9 makes what is missing and nothing twice', async () => {
    const [first, second] = photos as [Media, Media];
    improve();
    await until(async () => (await isFine(first)) && (await isFine(second)));
    await begun.splice(0)[0]?.stop();
    await rm(join(context.dataDir, 'media', second.id, nameOf));
    // The lease of the process that was killed.
    await holdLease(context.db, 'better encodings', 'killed', 0);
    const run = jest.spyOn(ImageProcesses.prototype, 'run');
    const store = createMediaStore({ dataDir: context.dataDir });
    improve(store);
    await until(() => isFine(second));
    expect(run.mock.calls.map(([{ kind }, urgency]) => [kind, urgency])).toEqual([['variant', URGENCY.background]]);
    store.close();
  });

  it('two processes on one database share the work, one at a time', async () => {
    expect(await holdLease(context.db, 'better encodings', 'other', 60)).toBe(true);
    expect(await holdLease(context.db, 'better encodings', 'me', 60)).toBe(false);
    expect(await holdLease(context.db, 'better encodings', 'other', 60)).toBe(true);
    const run = jest.spyOn(ImageProcesses.prototype, 'run');
    const asked = jest.spyOn(context.store, 'hasVariant');
    const improvement = improve();
    await until(() => asked.mock.calls.length > 0);
    await improvement.stop();
    expect(run).not.toHaveBeenCalled();
    const { rows } = await sql<{ holder: string }>`select holder from leases`.execute(context.db);
    expect(rows).toEqual([{ holder: 'other' }]);
    await releaseLease(context.db, 'better encodings', 'other');
    improve();
    await until(() => isFine(photos[1] as Media));
  });

  it('a photo that cannot be encoded does not stop the others', async () => {
    const [lost, kept] = photos as [Media, Media];
    await rm(join(context.dataDir, 'media', lost.id, 'master'));
    improve();
    await until(() => isFine(kept));
    expect(await isFine(lost)).toBe(false);
  });
});
