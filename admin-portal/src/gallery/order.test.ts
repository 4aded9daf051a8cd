import { sampleItem } from '../testing/sample-data';
import { heroPlaces, placeBefore, withMoved } from './order';
import { columnsFor } from './use-columns';

const items = [1, 2, 3, 4, 5].map((number) => sampleItem(number, { hero: number % 2 === 1 }));
const ids = (list: readonly { _id: string }[]) => list.map((item) => item._id).join('');

it.each([
  ['1', 4, null, '23451'],
  ['5', 0, '1', '51234'],
  ['2', 2, '4', '13245'],
])('moves %s to index %i of the whole list', (id, index, beforeId, order) => {
  expect(placeBefore(items, items, id, index)).toBe(beforeId);
  expect(ids(withMoved(items, id, beforeId))).toBe(order);
});

it('moves within a filter without passing what the filter hides more than needed', () => {
  const shown = items.filter((item) => item.hero);
  expect(ids(withMoved(items, '1', placeBefore(items, shown, '1', 1)))).toBe('23415');
  const shownToThird = shown.slice(0, 2);
  expect(ids(withMoved(items, '1', placeBefore(items, shownToThird, '1', 1)))).toBe('23145');
});

it('numbers those chosen for the hero in their order', () => {
  expect([...heroPlaces(items)]).toEqual([
    ['1', 1],
    ['3', 2],
    ['5', 3],
  ]);
});

it('sets as many columns as fit, two on a phone', () => {
  expect(columnsFor(350, 390)).toBe(2);
  expect(columnsFor(740, 820)).toBe(2);
  expect(columnsFor(1094, 1440)).toBe(4);
});
