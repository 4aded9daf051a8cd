import { formatDay, groupRupees, tidyPrice } from './format';

it('groups rupees the Indian way', () => {
  expect([45_000, 150_000, 12_345_678].map(groupRupees)).toEqual(['45,000', '1,50,000', '1,23,45,678']);
});

it('tidies a typed amount and leaves other words alone', () => {
  expect(['150000', ' ₹1,50,000 ', 'On request'].map(tidyPrice)).toEqual(['1,50,000', '1,50,000', 'On request']);
});

it('writes a day in words', () => {
  expect(['2027-02-14', '2026-12-06'].map(formatDay)).toEqual(['14 Feb 2027', '6 Dec 2026']);
});
