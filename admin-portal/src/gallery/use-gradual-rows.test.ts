import { nextRows, type RowRange } from './use-gradual-rows';

it('ADM-GAL-1 rows come one at a time, those that are seen first', () => {
  const wanted = { first: 40, end: 48 };
  const steps: RowRange[] = [];
  let shown: RowRange = { first: 0, end: 6 };
  while (shown.first !== wanted.first || shown.end !== wanted.end) {
    shown = nextRows(shown, wanted, 42);
    steps.push(shown);
  }
  expect(steps.map(({ first, end }) => `${first}-${end}`)).toEqual([
    '42-43',
    '42-44',
    '42-45',
    '42-46',
    '42-47',
    '42-48',
    '41-48',
    '40-48',
  ]);
});

it('ADM-GAL-1 on the way up the rows that come into view come before those below', () => {
  const wanted = { first: 6, end: 14 };
  const steps: RowRange[] = [];
  let shown: RowRange = { first: 10, end: 13 };
  while (shown.first !== wanted.first || shown.end !== wanted.end) {
    shown = nextRows(shown, wanted, 8);
    steps.push(shown);
  }
  expect(steps.map(({ first, end }) => `${first}-${end}`)).toEqual(['9-13', '8-13', '8-14', '7-14', '6-14']);
});

it('ADM-GAL-1 what is no longer wanted goes at once; an empty list shows nothing', () => {
  expect(nextRows({ first: 0, end: 10 }, { first: 4, end: 12 }, 6)).toEqual({ first: 4, end: 11 });
  expect(nextRows({ first: 0, end: 10 }, { first: 0, end: 0 }, 0)).toEqual({ first: 0, end: 0 });
  expect(nextRows({ first: 0, end: 0 }, { first: 0, end: 1 }, 7)).toEqual({ first: 0, end: 1 });
});
