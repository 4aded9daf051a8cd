import { sampleItem } from '../../testing/sample-data';
import { heroPlaceOf, placeAt, withMovedTo } from './order';
import { columnsFor } from './use-columns';

const items = [1, 2, 3, 4, 5].map((number) => sampleItem(number, { hero: number % 2 === 1 }));
const ids = (list: readonly { _id: string }[]) => list.map((item) => item._id).join('');
const whole = { items, isFiltered: false, hasMore: false };

it.each([
  ['1', 4, { beforeId: null, afterId: '5' }, '23451'],
  ['5', 0, { beforeId: '1', afterId: null }, '51234'],
  ['2', 2, { beforeId: '4', afterId: '3' }, '13245'],
])('moves %s to index %i of the whole list', (id, index, place, order) => {
  expect(placeAt(whole, id, index)).toEqual(place);
  expect(ids(withMovedTo(whole, id, index))).toBe(order);
});

it('moves within a filter beside what it shows, wherever hidden items are', () => {
  const filtered = { ...whole, items: items.filter((item) => item.hero), isFiltered: true };
  expect(placeAt(filtered, '1', 1)).toEqual({ beforeId: '5' });
  expect(placeAt(filtered, '1', 2)).toEqual({ afterId: '5' });
});

it('moves to the end of the loaded items, or beyond them', () => {
  const part = { ...whole, hasMore: true };
  expect(placeAt(part, '1', 4)).toEqual({ afterId: '5' });
  expect(ids(withMovedTo(part, '1', 4))).toBe('23451');
  expect(ids(withMovedTo(part, '1', 5000))).toBe('2345');
});

it('numbers those that the hero shows, and marks those that wait', () => {
  const heroIds = ['3', '1'];
  expect(items.map((item) => heroPlaceOf(item, heroIds, true))).toEqual([2, null, 1, null, 5]);
  expect(items.map((item) => heroPlaceOf(item, heroIds, false))).toEqual([2, null, 1, null, null]);
});

it('sets as many columns as fit, two on a phone', () => {
  expect(columnsFor(350, 390)).toBe(2);
  expect(columnsFor(740, 820)).toBe(2);
  expect(columnsFor(1094, 1440)).toBe(4);
});
