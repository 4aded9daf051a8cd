import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import type { ApiEnv } from './api-env.js';
import { createReadCache } from './read-cache.js';

/** A cache over one value, with the listener in the test's hand. */
async function setUp() {
  const cache = createReadCache();
  let value = 'first';
  let reads = 0;
  let gate: Promise<void> = Promise.resolve();
  let changed = () => {};
  let state: (listening: boolean) => void = () => {};
  await cache.start(async (_channel, callback, onState = () => {}) => {
    changed = () => callback('content');
    state = onState;
    onState(true);
    return async () => {};
  });
  const app = new Hono<ApiEnv>().get('/api/content', (c) =>
    cache.cached(c, ['content'], async () => {
      reads += 1;
      const read = value;
      await gate;
      return [read];
    }),
  );
  const get = async (headers: Record<string, string> = {}) => app.request('/api/content', { headers });
  return {
    get,
    text: async () => (await get()).text(),
    set: (next: string) => {
      value = next;
    },
    hold: () => {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => {
        gate = Promise.resolve();
        release();
      };
    },
    reads: () => reads,
    changed: () => changed(),
    listening: (up: boolean) => state(up),
    cache,
  };
}

/** A cache that is told about changes, over routes that the test adds. */
async function startedCache() {
  const cache = createReadCache();
  await cache.start(async (_channel, _callback, onState = () => {}) => {
    onState(true);
    return async () => {};
  });
  return cache;
}

it('reads once until something changes, also for parallel requests', async () => {
  const { text, set, reads, changed } = await setUp();
  expect(await Promise.all([text(), text(), text()])).toEqual(Array(3).fill('["first"]'));
  expect(reads()).toBe(1);
  set('second');
  changed();
  expect(await text()).toBe('["second"]');
  expect(await text()).toBe('["second"]');
  expect(reads()).toBe(2);
});

it('caches one response for all spellings of a path and all queries', async () => {
  const cache = await startedCache();
  let reads = 0;
  const app = new Hono<ApiEnv>().get('/api/portfolio/:category', (c) =>
    cache.cached(
      c,
      ['portfolio'],
      async () => {
        reads += 1;
        return [c.req.param('category')];
      },
      c.req.param('category'),
    ),
  );
  for (const path of ['wedding', 'w%65dding', '%77%65dding', 'wedding?x=1', 'wedding?x=2'])
    expect({ path, body: await (await app.request(`/api/portfolio/${path}`)).json() }).toEqual({
      path,
      body: ['wedding'],
    });
  expect(reads).toBe(1);
  await app.request('/api/portfolio/pre-wedding');
  expect(reads).toBe(2);
});

it('a slow read never brings back an older state', async () => {
  const { text, set, hold, changed } = await setUp();
  const release = hold();
  const slow = text();
  set('second');
  changed();
  release();
  await slow;
  expect(await text()).toBe('["second"]');
});

it('keeps nothing while the listener is down', async () => {
  const { text, set, listening, reads } = await setUp();
  await text();
  listening(false);
  set('second');
  expect(await text()).toBe('["second"]');
  expect(await text()).toBe('["second"]');
  expect(reads()).toBe(3);
  listening(true);
  expect(await text()).toBe('["second"]');
  expect(await text()).toBe('["second"]');
  expect(reads()).toBe(4);
});

it('a change of one table leaves the responses from other tables cached, here and in its announcement', async () => {
  const cache = createReadCache();
  let notify: (table: string) => void = () => {};
  await cache.start(async (_channel, callback, onState = () => {}) => {
    notify = callback;
    onState(true);
    return async () => {};
  });
  const reads: string[] = [];
  const app = new Hono<ApiEnv>()
    .get('/api/portfolio', (c) => cache.cached(c, ['portfolio', 'media'], async () => [reads.push('portfolio')]))
    .get('/api/stats', (c) => cache.cached(c, ['stats'], async () => [reads.push('stats')]));
  const announced: string[] = [];
  cache.onPurge((surrogateKey) => announced.push(surrogateKey));
  const readBoth = async () => {
    for (const path of ['/api/portfolio', '/api/stats']) await app.request(path);
  };
  await readBoth();
  notify('stats');
  await readBoth();
  expect(reads).toEqual(['portfolio', 'stats', 'stats']);
  notify('media');
  await readBoth();
  expect(reads).toEqual(['portfolio', 'stats', 'stats', 'portfolio']);
  cache.invalidate();
  await readBoth();
  expect(reads).toHaveLength(6);
  expect(announced).toEqual([`${cache.key} stats`, `${cache.key} media`, cache.key]);
});

it('gives a surrogate key only to responses that it will purge, and purges them', async () => {
  const { get, hold, changed, listening, cache } = await setUp();
  let purges = 0;
  const stop = cache.onPurge(() => {
    purges += 1;
  });
  const keyOf = async () => (await get()).headers.get('surrogate-key');
  for (const read of ['first', 'cached'])
    expect({ read, key: await keyOf() }).toEqual({ read, key: `${cache.key} content` });
  changed();
  expect(purges).toBe(1);
  const release = hold();
  const overtaken = keyOf();
  changed();
  release();
  expect(await overtaken).toBeNull();
  listening(false);
  expect(await keyOf()).toBe(null);
  expect(purges).toBe(3);
  stop();
  listening(true);
  const known = { 'if-none-match': (await get()).headers.get('etag') ?? '' };
  const unchanged = await get(known);
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get('surrogate-key')).toEqual(`${cache.key} content`);
  expect(purges).toBe(3);
});

it('gives each encoding its own strong ETag, and responds with 304 to a client that has it', async () => {
  const { get, set } = await setUp();
  const long = 'first '.repeat(100);
  set(long);
  const plain = await get();
  const br = await get({ 'accept-encoding': 'gzip, deflate, br' });
  const gzip = await get({ 'accept-encoding': 'gzip, br;q=0' });
  expect([plain, br, gzip].map((response) => response.headers.get('content-encoding'))).toEqual([null, 'br', 'gzip']);
  expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(JSON.stringify([long]));
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(JSON.stringify([long]));
  const tags = [plain, br, gzip].map((response) => response.headers.get('etag') ?? '');
  expect(new Set(tags).size).toBe(3);
  for (const header of [tags[1], `W/${tags[1]}`, `"other", ${tags[1]}`, '*']) {
    const again = await get({ 'accept-encoding': 'br', 'if-none-match': header ?? '' });
    expect({ header, status: again.status, body: await again.text(), etag: again.headers.get('etag') }).toEqual({
      header,
      status: 304,
      body: '',
      etag: tags[1],
    });
  }
  expect((await get({ 'if-none-match': tags[1] ?? '' })).status).toBe(200);
  expect(br.headers.get('vary')).toBe('accept-encoding');
});

it('keeps the lists of 30,000 photos together, which evict no small response', async () => {
  const cache = await startedCache();
  const reads: string[] = [];
  const megabytes = { '/all': 20.4, '/wedding': 5.1, '/pre-wedding': 5.1, '/maternity': 5.1, '/commercial': 5.1 };
  const app = new Hono<ApiEnv>();
  for (const [path, size] of Object.entries({ '/small': 0, ...megabytes }))
    app.get(path, (c) => cache.cached(c, ['portfolio'], async () => ['x'.repeat(size * 2 ** 20), reads.push(path)]));
  for (const path of ['/small', ...Object.keys(megabytes), '/small', ...Object.keys(megabytes)])
    await app.request(path, { headers: { 'if-none-match': '*' } });
  expect(reads).toEqual(['/small', ...Object.keys(megabytes)]);
});

it('handles other requests while it writes a long list', async () => {
  const cache = await startedCache();
  const items = Array.from({ length: 5000 }, (_, number) => ({ number }));
  const app = new Hono<ApiEnv>().get('/api/portfolio', (c) => cache.cached(c, ['portfolio'], async () => items));
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const response = await app.request('/api/portfolio');
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
  expect(await response.json()).toEqual(items);
});
