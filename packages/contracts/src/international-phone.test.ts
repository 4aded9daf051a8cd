import { chatDigits, internationalDigits } from './international-phone.js';

it.each([
  ['98220 12345', '919822012345'],
  ['098220-12345', '919822012345'],
  ['+91 90000 00000', '919000000000'],
  ['0091 98220 12345', '919822012345'],
  ['+44 20 7946 0000', '442079460000'],
  ['0044 20 7946 0000', '442079460000'],
  ['०९८२२०१२३४५', '919822012345'],
  ['98220 12345, 98220 54321', '919822012345'],
  ['0241 2345678', '912412345678'],
  ['+44 (0)20 7946 0000', '442079460000'],
  ['234 5678', null],
  ['12', null],
  [null, null],
])('ADM-INQ-1 reads %s as %s', (phone, digits) => expect(internationalDigits(phone)).toBe(digits));

it.each([
  ['98220 99887', '०२४१ २३४ ५६७८', '919822099887'],
  ['', '०२४१ २३४ ५६७८', '912412345678'],
  ['234 5678', '98220 99887', '919822099887'],
  ['234 5678', '', null],
])('SET-CONTACT-1 chats with WhatsApp %j and phone %j use %s', (whatsapp, phone, digits) =>
  expect(chatDigits({ whatsapp, phone })).toBe(digits),
);
