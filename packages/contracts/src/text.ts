import { z } from 'zod';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this refuses
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Invisible characters: spaces, format characters, fillers (U+3164 is a letter in Unicode) and the Braille blank. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;

/** Whether a text has no visible character. */
export const isInvisible = (value: string) => value.replace(INVISIBLE, '') === '';

/** Trimmed text without lone surrogates and control characters other than line breaks and tabs. */
export const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Please use at most ${maxLength} characters.`)
    .refine((value) => !CONTROL.test(value), 'This text contains a character that cannot be displayed.')
    .refine((value) => !LONE_SURROGATE.test(value), 'This text contains an invalid character.');

/** `text` with at least one visible character. */
export const requiredText = (maxLength: number, message = 'This field is required.') =>
  text(maxLength).refine((value) => !isInvisible(value), message);

/** The email that someone types to sign in. Its length is bounded so that a huge one costs nothing. */
export const typedEmailSchema = z
  .string()
  .trim()
  .min(1, 'Please enter your email.')
  .max(254)
  .pipe(z.email('Please enter a valid email address.'));

/** The id of a row (`_id`): a positive integer as a string. */
export const idSchema = z.string().regex(/^[1-9][0-9]{0,17}$/, 'Invalid id.');

/** Whether a day (`YYYY-MM-DD`) exists: not 30 February, and not in the year 0, which Postgres does not have. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value) || value.startsWith('0000')) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** An existing date (not 2026-02-30) from 1900 to 2199, as `YYYY-MM-DD`. */
export const dateSchema = z
  .string()
  .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Please enter a date as YYYY-MM-DD.')
  .refine(isDay, 'This date does not exist.');

/** A timestamp, ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime();

/** An http(s) URL or a path on this site ('/media/…'). Other URLs ('javascript:…') are invalid. */
export const urlSchema = text(2000).refine((value) => {
  if (value.startsWith('/') && !value.startsWith('//') && !value.includes('\\')) return true;
  try {
    return ['http:', 'https:'].includes(new URL(value).protocol);
  } catch {
    return false;
  }
}, 'Please enter a web address that begins with https://.');
