import { formatDay, formatPrice, groupRupees } from './format';

it('groups the digits of rupees in the Indian format', () => {
  expect([45_000, 150_000, 12_345_678].map(groupRupees)).toEqual(['45,000', '1,50,000', '1,23,45,678']);
});

it('formats a typed amount and leaves other text unchanged', () => {
  expect(['150000', ' ₹1,50,000 ', 'On request'].map(formatPrice)).toEqual(['1,50,000', '1,50,000', 'On request']);
});

it('formats a day with the name of its month', () => {
  expect(['2027-02-14', '2026-12-06'].map(formatDay)).toEqual(['14 Feb 2027', '6 Dec 2026']);
});
