import { nextRows, type RowRange } from './use-gradual-rows';

it('ADM-GAL-1 rows come a few at a time, and never more than two that were not there before', () => {
  const wanted = { first: 40, end: 48 };
  const steps: RowRange[] = [];
  let shown: RowRange = { first: 0, end: 6 };
  while (shown.first !== wanted.first || shown.end !== wanted.end) {
    shown = nextRows(shown, wanted, 42);
    steps.push(shown);
  }
  expect(steps.map(({ first, end }) => `${first}-${end}`)).toEqual(['42-44', '41-45', '40-46', '40-47', '40-48']);
});

it('ADM-GAL-1 what is no longer wanted goes at once; an empty list shows nothing', () => {
  expect(nextRows({ first: 0, end: 10 }, { first: 4, end: 12 }, 6)).toEqual({ first: 4, end: 11 });
  expect(nextRows({ first: 0, end: 10 }, { first: 0, end: 0 }, 0)).toEqual({ first: 0, end: 0 });
  expect(nextRows({ first: 0, end: 0 }, { first: 0, end: 1 }, 7)).toEqual({ first: 0, end: 1 });
});
