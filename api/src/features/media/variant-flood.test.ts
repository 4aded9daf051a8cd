import { mediaSchema } from '@godhuli/contracts/media';
import { mediaWidths } from '@godhuli/contracts/media-url';
import sharp from 'sharp';
import { mediaApp } from '../../testing/media-app.js';
import { ImageWorkerPool, QueueFull } from './image-worker-pool.js';

// Real pictures on a busy machine.
jest.setTimeout(60_000);

let context: Awaited<ReturnType<typeof mediaApp>>;
let id: string;
beforeAll(async () => {
  context = await mediaApp();
  const picture = sharp({ create: { width: 700, height: 20, channels: 3, background: '#336699' } });
  id = mediaSchema.parse(await (await context.upload(await picture.jpeg().toBuffer())).json()).id;
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => context.close());

const get = async (ip: string, name: string, init: RequestInit = {}) =>
  context.visitorFrom(ip).request(`/media/${id}/${name}`, init);

it('requests wait under their network, an IPv6 /64 also under its /48, and staff under their user', async () => {
  const run = jest.spyOn(ImageWorkerPool.prototype, 'run');
  await get('192.0.2.66', '240.jpg');
  await get('2001:db8:1:2:3::4', '340.jpg');
  await context.app.request(`/media/${id}/480.jpg`);
  expect(run.mock.calls.map(([, waiter]) => waiter)).toMatchObject([
    { network: '192.0.2.66', customer: '192.0.2.66' },
    { network: '2001:db8:1:2::/64', customer: '2001:db8:1::/48' },
    { network: 'user 1', customer: 'user 1' },
  ]);
});

it('a refused request gets 503 with Retry-After, which no cache stores', async () => {
  const refuse = () => ({ done: Promise.reject(new QueueFull()), join: () => undefined });
  jest.spyOn(ImageWorkerPool.prototype, 'run').mockImplementation(refuse);
  const { status, headers } = await get('192.0.2.66', '680.jpg');
  expect(status).toBe(503);
  expect(headers.get('retry-after')).toBe('5');
  expect(headers.get('cache-control')).toBe('no-store');
});

it('the photo of a client that has disconnected is not made, and counts as no failure', async () => {
  const names = ['v3.jpg', 'webp', 'v3.webp'].flatMap((ending) =>
    mediaWidths({ width: 700 }).map((width) => `${width}.${ending}`),
  );
  const flood = names.map((name) => get('192.0.2.66', name));
  const client = new AbortController();
  const left = get('192.0.2.66', '480.avif', { signal: client.signal });
  await Promise.race(flood);
  client.abort();
  expect((await left).status).toBe(499);
  await Promise.all(flood);
  expect(await context.store.hasVariant(id, '480.avif')).toBe(false);
});
