import { newPasswordSchema } from '@godhuli/contracts/users';
import { dictionary } from '@zxcvbn-ts/language-common';
import { weaknessOf } from './password-rules.js';

const OWNER = { email: 'asha.deshmukh@studio.example', name: 'Asha Deshmukh' };

it.each([
  ['spaces', ' '.repeat(10)],
  ['invisible characters', '\u3164\u200b'.repeat(6)],
  ['one character', 'aaaaaaaaaa'],
  ['one character in two widths', 'aａaａaａaａaａ'],
  ['two characters', 'abababababab'],
  ['a short part over and over', 'xyz7xyz7xyz7'],
  ['neighbours', 'abcdefghijklm'],
  ['neighbours backwards', '9876543210'],
])('only %s is refused', (_, password) => {
  expect(weaknessOf(password, OWNER)).toBe('Please use more different characters.');
});

it.each([
  'password12',
  'PassWord123',
  'ｐａｓｓｗｏｒｄ１２３',
  'password!!',
  'sunshine99!',
  ' password123 ',
  'passwordpassword',
  '12345678901',
  'qwertyuiop1',
  'p@ssw0rd2026',
])('%s is refused as common', (password) => {
  expect(weaknessOf(password, OWNER)).toMatch('most common');
});

it.each(['godhuli2026', 'Godhuli-Photography-Studio', 'ＧＯＤＨＵＬＩ-weddings'])(
  '%s is refused for the site',
  (password) => {
    expect(weaknessOf(password, OWNER)).toMatch("'godhuli'");
  },
);

it.each([
  'asha.deshmukh@studio.example',
  'ASHA.DESHMUKH',
  'asha.deshmukh1',
  'deshmukh2026',
  'Asha Deshmukh!',
  'AshaDeshmukh99',
  'studio.example',
])('%s is refused as the owner', (password) => {
  expect(weaknessOf(password, OWNER)).toMatch('your email and your name');
});

it.each([
  'correct horse battery',
  'a chosen password',
  'xK9#vQ2$mN',
  'लाल घोड़ा दौड़ता है',
  '馬は青い空を走る速く',
  'sunshine-48213977',
  'Asha likes rainy mornings',
])('%s is accepted', (password) => {
  expect(weaknessOf(password, OWNER)).toBeNull();
  expect(newPasswordSchema.safeParse(password).success).toBe(true);
});

it('each of the 10,000 most common passwords that is long enough is refused', () => {
  const list = dictionary['passwords-common'];
  expect(list.length).toBeGreaterThan(10_000);
  const long = list.filter((password) => newPasswordSchema.safeParse(password).success);
  expect(long.length).toBeGreaterThan(1000);
  const accepted = [...long, ...long.map((password) => password.toUpperCase())].filter(
    (password) => weaknessOf(password, OWNER) === null,
  );
  expect(accepted).toEqual([]);
});

it('a length is counted in characters, not in their parts', () => {
  const fits = (password: string) => newPasswordSchema.safeParse(password).success;
  expect(fits('😀'.repeat(9))).toBe(false);
  expect(fits('😀'.repeat(10))).toBe(true);
  expect(fits('😀'.repeat(200))).toBe(true);
  expect(fits('😀'.repeat(201))).toBe(false);
  expect(fits('e\u0301'.repeat(9))).toBe(false);
});
