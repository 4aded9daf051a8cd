import { CompressionQueue } from '@godhuli/server/compression-queue';
import { Representation } from '@godhuli/server/representation';
import { quiet } from '../testing/fake-site.js';
import { releaseFileRoutes } from './file-routes.js';

const TEXT = 'a line that comes again. '.repeat(100);

it('shared caches keep a file for a minute that is uncompressed because many are being compressed', async () => {
  const queue = new CompressionQueue(1);
  const file = new Representation(TEXT, 'text/css', { queue });
  const find = async () => file;
  const routes = releaseFileRoutes(
    {
      get: find,
      getByContent: find,
      isPublic: async () => true,
      materialize: async () => '',
      prefetch: async () => {},
    },
    quiet,
  );
  const load = () => routes.request('/remotes/x/1/x.css', { headers: { 'accept-encoding': 'br' } });
  let end = () => {};
  const other = queue.run(1, () => new Promise<void>((resolve) => (end = resolve)));
  const uncompressed = await load();
  expect(uncompressed.headers.get('content-encoding')).toBe(null);
  expect(uncompressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, s-maxage=60');
  end();
  await other;
  const compressed = await load();
  expect(compressed.headers.get('content-encoding')).toBe('br');
  expect(compressed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});
