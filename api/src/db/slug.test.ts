import { slugOf } from './slug.js';

it.each([
  ['Mandap at Dusk', 'mandap-at-dusk'],
  ["  The   Ring's — end ", 'the-rings-end'],
  ['Ünïcode ñ', 'unicode-n'],
  ['शुभ विवाह', 'shubh-vivah'],
  ['हळदी समारंभ', 'haladi-samaranbh'],
  ['कृष्णा', 'krushna'],
  ['प्री-वेडिंग', 'pri-veding'],
  ['ज़री', 'jari'],
  ['🎉', 'photo'],
  ['१२३', 'photo-123'],
  ['2024', 'photo-2024'],
  ['a'.repeat(100), 'a'.repeat(60)],
  ['Long title '.repeat(10), 'long-title-long-title-long-title-long-title-long-title-long'],
])('the slug of %s is %s', (title, slug) => {
  expect(slugOf(title, 'photo')).toBe(slug);
});
