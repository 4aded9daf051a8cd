import { Representation } from './representation.js';
import { type CachedResponse, ResponseCache } from './response-cache.js';

const response = (text: string, tags: string[] | null = []): CachedResponse => ({
  representation: new Representation(text, 'text/plain'),
  headers: {},
  tags,
});
const textOf = (cached: CachedResponse | undefined) =>
  cached && Buffer.from(cached.representation.plain).toString('utf8');

/** A load that ends when the test says so. */
function slowLoad() {
  let end: (loaded: CachedResponse) => void = () => undefined;
  const loaded = new Promise<CachedResponse>((resolve) => {
    end = resolve;
  });
  return { load: () => loaded, end };
}

it('loads a response once for all callers, and again after one of its tags was invalidated', async () => {
  const cache = new ResponseCache({ maxBytes: 100_000 });
  let loads = 0;
  const load = async () => {
    loads += 1;
    return response(`load ${loads}`, ['stats', 'media']);
  };
  const read = () => cache.fill('/', load);
  const texts = (await Promise.all([read(), read(), read()])).map(textOf);
  expect(texts).toEqual(['load 1', 'load 1', 'load 1']);
  cache.invalidate(['portfolio']);
  expect(textOf(await read())).toBe('load 1');
  cache.invalidate(['media']);
  expect(textOf(await read())).toBe('load 2');
  cache.invalidate();
  expect(textOf(await read())).toBe('load 3');
});

it('keeps an invalidated response as the last one, also when the next load fails', async () => {
  const cache = new ResponseCache({ maxBytes: 100_000 });
  await cache.fill('/', async () => response('old', ['stats']));
  cache.invalidate(['stats']);
  await expect(cache.fill('/', () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable');
  expect(cache.get('/')).toBeUndefined();
  expect(textOf(cache.last('/'))).toBe('old');
});

it('a load that began before an invalidation is not fresh, and replaces no newer response', async () => {
  const cache = new ResponseCache({ maxBytes: 100_000 });
  const slow = slowLoad();
  const first = cache.fill('/', slow.load);
  cache.invalidate(['stats']);
  const second = await cache.fill('/', async () => response('new', ['stats']));
  slow.end(response('old', ['stats']));
  expect(textOf(second)).toBe('new');
  expect(textOf(await first)).toBe('new');
  expect(textOf(cache.get('/'))).toBe('new');
});

it('counts a response as made from data that was read before the load', async () => {
  const cache = new ResponseCache({ maxBytes: 100_000 });
  const since = cache.version;
  cache.invalidate(['stats']);
  await cache.fill('/', async () => response('from older data', ['stats']), { since });
  expect(cache.get('/')).toBeUndefined();
  expect(textOf(cache.last('/'))).toBe('from older data');
});

it('a response without tags known to be current is never fresh', async () => {
  const cache = new ResponseCache({ maxBytes: 100_000 });
  await cache.fill('/', async () => response('perhaps old', null));
  expect(cache.get('/')).toBeUndefined();
  expect(textOf(cache.last('/'))).toBe('perhaps old');
});

it('a variant replaces a shared response of the same key', async () => {
  const cache = new ResponseCache({ maxBytes: 10_000, maxVariantBytes: 10_000 });
  await cache.fill('/', async () => response('shared', ['stats']));
  cache.invalidate(['stats']);
  await cache.fill('/', async () => response('variant', ['stats']), { isVariant: true });
  expect(textOf(cache.get('/'))).toBe('variant');
});

it('variants evict each other, and no shared response', async () => {
  const cache = new ResponseCache({ maxBytes: 10_000, maxVariantBytes: 10_000 });
  await cache.fill('/', async () => response('shared'));
  for (let number = 0; number < 100; number += 1)
    await cache.fill(`/?${number}${'x'.repeat(1000)}`, async () => response('variant'), { isVariant: true });
  expect(textOf(cache.get('/'))).toBe('shared');
  expect(cache.get(`/?0${'x'.repeat(1000)}`)).toBeUndefined();
  expect(textOf(cache.get(`/?99${'x'.repeat(1000)}`))).toBe('variant');
});

it('large responses evict each other, and no small one', async () => {
  const cache = new ResponseCache({ maxBytes: 32_000, maxLargeBytes: 64_000 });
  await cache.fill('/small', async () => response('small'));
  for (let number = 0; number < 4; number += 1)
    await cache.fill(`/${number}`, async () => response('x'.repeat(15_000)));
  expect(textOf(cache.get('/small'))).toBe('small');
  expect(cache.get('/0')).toBeUndefined();
  expect(textOf(cache.get('/3'))).toBe('x'.repeat(15_000));
});

it('a response that has become small replaces the large one of its key', async () => {
  const cache = new ResponseCache({ maxBytes: 32_000, maxLargeBytes: 64_000 });
  await cache.fill('/', async () => response('x'.repeat(30_000), ['stats']));
  cache.invalidate(['stats']);
  await cache.fill('/', async () => response('small', ['stats']));
  expect(textOf(cache.get('/'))).toBe('small');
});
