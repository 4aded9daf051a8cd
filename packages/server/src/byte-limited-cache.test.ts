import { createByteLimitedCache } from './byte-limited-cache.js';

const sized = (maxBytes: number) => createByteLimitedCache<{ bytes: number }>(maxBytes, ({ bytes }) => bytes);

it('counts the keys and what each entry needs beside its value', () => {
  const cache = sized(100_000);
  for (let number = 0; number < 1000; number += 1) cache.set(`${number} ${'k'.repeat(7000)}`, { bytes: 1 });
  expect(cache.size).toBeLessThan(10);
  expect(cache.calculatedSize).toBeLessThanOrEqual(100_000);
  cache.clear();
  for (let number = 0; number < 1000; number += 1) cache.set(String(number), { bytes: 1 });
  expect(cache.size).toBeLessThan(200);
});

it('drops what was used longest ago first, and counts a value that is set again once', () => {
  const cache = sized(3000);
  for (const key of ['a', 'b', 'c']) cache.set(key, { bytes: 400 });
  cache.get('a');
  cache.set('d', { bytes: 400 });
  expect(Array.from(cache.rkeys())).toEqual(['c', 'a', 'd']);
  const { calculatedSize } = cache;
  cache.set('d', { bytes: 400 });
  expect(cache.calculatedSize).toBe(calculatedSize);
});

it('keeps nothing larger than itself, and nothing else goes for it', () => {
  const cache = sized(3000);
  cache.set('a', { bytes: 100 });
  cache.set('b', { bytes: 4000 });
  expect(Array.from(cache.rkeys())).toEqual(['a']);
});
