import { EVENT_TYPES, INQUIRY_STAGES } from '@godhuli/contracts/inquiries';
import { asciiDigits } from '@godhuli/contracts/phone';

/** What identifies a person. */
export interface PersonTerms {
  names: readonly string[];
  phones: readonly string[];
  emails: readonly string[];
}

/** Om, Jo and Li are names; one letter is an initial. */
const MIN_LETTERS = 2;
/** As many as the half of an Indian mobile number, which is written in two groups. */
const MIN_DIGITS = 5;
const PHONE_DIGITS = 10;
const EVENTS = EVENT_TYPES.flatMap(({ value, label }) => wordsOf(`${value} ${label}`));
/** Words that are in names ('Asha and Ravi wedding') and in views of everyone. */
const COMMON = new Set([
  ...EVENTS,
  ...INQUIRY_STAGES.flatMap(wordsOf),
  ...'and the for with at by in is my no of on or to we mr mrs ms miss dr shri smt'.split(' '),
]);

/** Parameters of a view whose values people type; those of the others are from a list. */
const TYPED = ['q', 'source'];

/**
 * Returns whether a saved view contains a name of a person, a word of it, a phone number or at least five digits of it in a
 * row, or an email or the part before its '@'. The same word may be meant for another person: a lost view is soon saved
 * again, a name that stays breaks the promise of an erasure.
 * @param view `query` is that of a URL
 */
export function isViewAbout({ name, query }: { name: string; query: string }, person: PersonTerms): boolean {
  const parameters = new URLSearchParams(query);
  const texts = [name, ...TYPED.flatMap((key) => parameters.getAll(key))].map(normalized);
  return texts.some((text) => hasName(text, person.names) || hasPhone(text, person.phones) || hasEmail(text, person));
}

function normalized(text: string): string {
  return asciiDigits(text.normalize('NFKC')).toLowerCase();
}

function wordsOf(text: string): string[] {
  return normalized(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether words of a name are enough to find a view by. */
const isTelling = (words: readonly string[]): boolean =>
  [...words.join(' ')].length >= MIN_LETTERS && words.some((word) => !COMMON.has(word) && !/^\p{N}+$/u.test(word));

function hasName(text: string, names: readonly string[]): boolean {
  const typed = ` ${wordsOf(text).join(' ')} `;
  const terms = names.map(wordsOf).flatMap((parts) => [parts, ...parts.map((part) => [part])]);
  return terms.some((words) => isTelling(words) && typed.includes(` ${words.join(' ')} `));
}

function hasPhone(text: string, phones: readonly string[]): boolean {
  const typed = text
    .split(/[^\d\s().+/-]+/)
    .map(digitsOf)
    .filter((digits) => digits.length >= MIN_DIGITS);
  return phones.map(digitsOf).some((phone) => {
    const local = phone.slice(-PHONE_DIGITS);
    return typed.some((digits) => phone.includes(digits) || (local.length >= MIN_DIGITS && digits.includes(local)));
  });
}

const digitsOf = (text: string) => asciiDigits(text).replace(/\D/g, '');

function hasEmail(text: string, { emails }: PersonTerms): boolean {
  const typed = text.split(/[\s@]+/);
  return emails.map(normalized).some((email) => {
    const local = email.split('@')[0] ?? '';
    return text.includes(email) || (isTelling(wordsOf(local)) && typed.includes(local));
  });
}
