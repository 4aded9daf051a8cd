import { tintOf } from './gradient';

it.each([
  ['from-rose-800 to-amber-600', 2],
  ['bg-gradient-to-r from-purple-500 via-pink-500 to-red-50', 3],
  [' from-stone-950 to-neutral-300 ', 2],
])('PUB-PACK-6 draws %s with known colours only', (color, stops) => {
  const { '--tint': tint } = tintOf(color) as Record<string, string>;
  const stop = String.raw`oklch\([01]\.\d\d 0\.\d{3} \d{1,3}\)`;
  expect(tint).toMatch(new RegExp(`^linear-gradient\\(90deg,${Array(stops).fill(stop).join(',')}\\)$`));
});

it.each([
  '',
  'rose',
  'from-rose-800',
  'from-rose-850 to-amber-600',
  'from-constructor-500 to-amber-600',
  'from-__proto__-500 to-amber-600',
  'from-mauve-500 to-amber-600',
  'from-rose-800 to-amber-600; background:url(//x)',
  'from-rose-800 to-amber-600\nfrom-rose-800 to-amber-600',
  'linear-gradient(90deg,red,blue)',
  'url(javascript:alert(1))',
  null,
  7,
])('PUB-PACK-6 ignores the color %j', (color) => expect(tintOf(color)).toBeUndefined());
