import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Media, mediaSchema } from '@godhuli/contracts/media';
import { mediaUrl } from '@godhuli/contracts/media-url';
import { photoEncodingSchema } from '@godhuli/contracts/photo-encoding';
import { createLogger } from '@godhuli/server/logger';
import { type KyselyPlugin, sql } from 'kysely';
import sharp from 'sharp';
import { holdLease, releaseLease } from '../../db/leases.js';
import { exists } from '../../files.js';
import { mediaApp } from '../../testing/media-app.js';
import { engines, testDatabase } from '../../testing/test-database.js';
import { startBackgroundEncoding } from './background-encoding.js';
import { markWanted, wantedIds } from './encoding.queries.js';
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
    const onQuickVariant = (id: string) => {
      standIns += 1;
      begun.at(-1)?.prefer(id);
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

  const improve = ({ store = context.store, db = context.db } = {}) => {
    const options = { db, store, listMedia: async () => photos, logger: createLogger('silent'), firstDelayMs: 0 };
    const improvement = startBackgroundEncoding(options);
    begun.push(improvement);
    improvement.wake();
    return improvement;
  };
  const [urlOf, nameOf] = [(photo: Media) => mediaUrl(photo, photo.width, 'avif'), '120.v3.avif'];
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
    const older = await context.app.request(urlOf(photo).replace('.v3', ''));
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
    improve({ store });
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

  it('an older edition is served until the new one exists, then the new one under both URLs', async () => {
    const [photo] = photos as [Media];
    const older = context.store.variantPath(photo.id, '120.v2.avif');
    await writeFile(older, 'encoded by an older version');
    const before = await get(photo);
    expect(before.bytes.toString()).toBe('encoded by an older version');
    expect(before.keep).toBe('public, max-age=60');
    improve();
    await until(async () => (await isHighQuality(photo)) && !(await exists(older)));
    const after = await get(photo);
    const old = await context.app.request(urlOf(photo).replace('.v3', '.v2'));
    expect(Buffer.from(await old.arrayBuffer()).equals(after.bytes)).toBe(true);
  });

  it('a photo that visitors ask for goes before the order of the page', async () => {
    const [first, second] = photos as [Media, Media];
    await markWanted(context.db, [second.id]);
    const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
    improve();
    await until(async () => (await isHighQuality(first)) && (await isHighQuality(second)));
    const sources = run.mock.calls.map(([job]) => job.source);
    expect(sources[0]).toContain(second.id);
    expect(await wantedIds(context.db)).toEqual([]);
  });

  it('staff see the progress, pause and resume, and the reason of a failure, which they can retry', async () => {
    const [lost, kept] = photos as [Media, Media];
    const master = join(context.dataDir, 'media', lost.id, 'master');
    await rename(master, `${master}.lost`);
    const improvement = improve();
    const app = context.encodingApp(improvement);
    const progress = async (action?: string) => {
      const options = action
        ? { method: 'POST', body: JSON.stringify({ action }), headers: { 'content-type': 'application/json' } }
        : {};
      return photoEncodingSchema.parse(await (await app.request('/api/admin/media/encoding', options)).json());
    };
    expect(await progress('pause')).toMatchObject({ state: 'paused', done: 0 });
    expect(await isHighQuality(kept)).toBe(false);
    // The worker has noticed the pause, and would look again a minute later.
    await until(async () => (await sql`select from leases`.execute(context.db)).rows.length === 0);
    await progress('resume');
    await until(async () => (await progress()).failed === 1 && (await progress()).done === 1);
    const failed = await progress();
    expect(failed.failures.map(({ id }) => id)).toEqual([lost.id]);
    await rename(`${master}.lost`, master);
    await progress('retry');
    await until(async () => (await progress()).done === 2);
    expect((await progress()).failures).toEqual([]);
  });

  it('looks again when somebody asks while it ends', async () => {
    const [first, second] = photos as [Media, Media];
    photos = [first];
    let isReleasing = false;
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const isRelease = new WeakSet<object>();
    const holdRelease: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        if (node.kind === 'RawNode' && node.sqlFragments[0]?.includes('delete from leases')) isRelease.add(queryId);
        return node;
      },
      async transformResult({ result, queryId }) {
        if (isRelease.has(queryId)) {
          isReleasing = true;
          await held;
        }
        return result;
      },
    };
    const improvement = improve({ db: context.db.withPlugin(holdRelease) });
    await until(() => isReleasing);
    expect(await isHighQuality(first)).toBe(true);
    expect(await isHighQuality(second)).toBe(false);
    photos = [first, second];
    improvement.wakeNow();
    // Timers fire in their order, so it has looked whether it runs.
    await new Promise((resolve) => setTimeout(resolve));
    goOn();
    await until(() => isHighQuality(second));
  });

  it('a photo whose request could not be recorded is recorded by the next one', async () => {
    const [photo] = photos as [Media];
    const logger = createLogger('silent');
    const warn = jest.spyOn(logger, 'warn');
    const options = { db: context.db, store: context.store, logger, isOff: true };
    const off = startBackgroundEncoding({ ...options, listMedia: async () => photos });
    begun.push(off);
    await sql`alter table photo_encodings add constraint refused check (wanted_at is null)`.execute(context.db);
    off.prefer(photo.id);
    await until(() => warn.mock.calls.length === 1);
    await sql`alter table photo_encodings drop constraint refused`.execute(context.db);
    off.prefer(photo.id);
    await until(async () => (await wantedIds(context.db)).includes(photo.id));
  });

  it('a photo that cannot be encoded does not stop the others', async () => {
    const [lost, kept] = photos as [Media, Media];
    await rm(join(context.dataDir, 'media', lost.id, 'master'));
    improve();
    await until(() => isHighQuality(kept));
    expect(await isHighQuality(lost)).toBe(false);
  });
});
