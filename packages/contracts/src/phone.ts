/*
 * Phone numbers as people write them. No zod here: the visitor's page checks with these functions too.
 */

/** The shortest local number, and the longest number that a network takes (ITU-T E.164), in digits. */
const MIN_DIGITS = 7;
const MAX_DIGITS = 15;
/** Length of an Indian mobile number. In a sequence of groups, a number ends at this many digits. */
const USUAL_DIGITS = 10;
/** Separators between numbers. Any other character belongs to a number. */
const SEPARATOR = /[\p{L}:,;&|\n]+|(?=\+)/u;

/** Replaces the digits of Indian and Arabic scripts, and full-width ones, by 0 to 9. */
export function asciiDigits(text: string): string {
  return text
    .replace(/[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g, (digit) => String((digit.charCodeAt(0) & 15) - 6))
    .replace(/[٠-٩۰-۹０-９]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/＋/g, '+');
}

/** Returns the phone numbers in a text, each as its digits, after a + if it has one: '0241/234 5678' is '02412345678'. */
export function phoneNumbersIn(text: string): string[] {
  return (
    asciiDigits(text)
      // (0) is dialled inside the country only: +44 (0)20 7946 0000.
      .replace(/\p{Cf}|\(0\)/gu, '')
      .split(SEPARATOR)
      .flatMap(numbersIn)
  );
}

function numbersIn(part: string): string[] {
  const plus = part.startsWith('+') ? '+' : '';
  const slashed = part.split('/').map(digitsOf);
  // The part before a slash is a whole number, or the area code of the number after it.
  const numbers = isWhole(slashed[0] ?? '') ? slashed : [digitsOf(part)];
  const [first = '', ...others] = numbers.flatMap((digits) => (digits.length > MAX_DIGITS ? groupsOf(part) : digits));
  return [plus + first, ...others].filter((number) => isWhole(digitsOf(number)));
}

/** Splits numbers that only spaces separate: '98220 12345 98220 54321'. */
function groupsOf(part: string): string[] {
  const numbers: string[] = [''];
  for (const group of part.split(/\s+/).map(digitsOf)) {
    const last = numbers.length - 1;
    if ((numbers[last] ?? '').length >= USUAL_DIGITS) numbers.push(group);
    else numbers[last] += group;
  }
  return numbers;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
const isWhole = (digits: string) => digits.length >= MIN_DIGITS && digits.length <= MAX_DIGITS;
