import { priceText } from './rupees.js';

it.each([
  ['exact', 0, '₹0'],
  ['exact', 999, '₹999'],
  ['exact', 45_000, '₹45,000'],
  ['exact', 150_000, '₹1,50,000'],
  ['from', 12_345_678, 'From ₹1,23,45,678'],
  ['request', null, 'Price on request'],
  ['exact', null, ''],
] as const)('EDIT-PACK-1 a price of kind %s with %s rupees reads %s', (kind, rupees, text) => {
  expect(priceText(kind, rupees)).toBe(text);
});
