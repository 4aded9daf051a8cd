import { BoundedCache } from './bounded-cache.js';

it('counts the keys and what each entry takes beside its value', () => {
  const cache = new BoundedCache<string>(100_000, () => 1);
  for (let number = 0; number < 1000; number += 1) cache.set(`${number} ${'k'.repeat(7000)}`, 'v');
  expect(cache.keys().length).toBeLessThan(10);
  expect(cache.bytes).toBeLessThanOrEqual(100_000);
  cache.clear();
  for (let number = 0; number < 1000; number += 1) cache.set(String(number), 'v');
  expect(cache.keys().length).toBeLessThan(200);
});

it('drops what was used longest ago first, and counts a value that is set again once', () => {
  const cache = new BoundedCache<number>(3000, (size) => size);
  for (const key of ['a', 'b', 'c']) cache.set(key, 400);
  cache.get('a');
  cache.set('d', 400);
  expect(cache.keys()).toEqual(['c', 'a', 'd']);
  const { bytes } = cache;
  cache.set('d', 400);
  expect(cache.bytes).toBe(bytes);
});

it('keeps nothing larger than itself, and nothing else goes for it', () => {
  const cache = new BoundedCache<number>(3000, (size) => size);
  cache.set('a', 100);
  cache.set('b', 4000);
  expect(cache.keys()).toEqual(['a']);
});
