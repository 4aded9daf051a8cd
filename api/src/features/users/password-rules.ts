import { dictionary } from '@zxcvbn-ts/language-common';
import { BadInput } from '../../http/errors.js';

/** The 49,000 most common passwords, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
/** A common password with at most this many digits and symbols around it still counts as common. */
const MAX_EXTRA_CHARACTERS = 4;
/** A password without the owner's email and name and the site's name must have at least this many characters. */
const MIN_UNRELATED_CHARACTERS = 8;
const SITE_NAME = 'godhuli';

export interface PasswordOwner {
  email: string;
  name: string;
}

/** Normalizes a password (NFKC), so that equal characters match however a keyboard or system encodes them. */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/**
 * Explains in one sentence why a password is easy to guess.
 * @returns null when it is not
 */
export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  const text = normalizePassword(password).toLowerCase();
  if (isTrivial(text)) return 'Please use more different characters.';
  if (isCommon(text)) return 'This password is one of the most common. Please choose another one.';
  if (lettersOf(text).startsWith(SITE_NAME)) return `Please choose a password that does not begin with '${SITE_NAME}'.`;
  if (isAboutOwner(text, owner)) return 'Please choose a password without your email and your name.';
  return null;
}

/** @throws BadInput when a password is easy to guess */
export function requireStrongPassword(password: string, owner: PasswordOwner, field = 'next'): void {
  const message = weaknessOf(password, owner);
  if (message !== null) throw new BadInput([{ field, message }]);
}

/** Whether a password is blank, repeats a few characters, or is a sequence such as 'abcdefghij'. */
function isTrivial(text: string): boolean {
  const visible = [...text.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu, '')];
  if (new Set(visible).size < 3) return true;
  const part = repeatedPart(visible.join(''));
  if (part !== '' && [...part].length <= MAX_EXTRA_CHARACTERS) return true;
  const codes = visible.map((each) => each.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) === 1;
}

function isCommon(text: string): boolean {
  const core = text.replace(/^[\P{L}]+|[\P{L}]+$/gu, '');
  const hasFewExtras = core !== '' && text.length - core.length <= MAX_EXTRA_CHARACTERS;
  const digits = /\d+/.exec(text)?.[0] ?? '';
  const candidates = [
    text,
    text.trim(),
    hasFewExtras ? core : '',
    text.length - digits.length <= MAX_EXTRA_CHARACTERS ? digits : '',
    repeatedPart(text),
  ];
  // 'qwerty1234!': the part before the symbol is common.
  for (let cut = 1; cut <= MAX_EXTRA_CHARACTERS; cut += 1)
    candidates.push(text.replace(new RegExp(`[\\P{L}]{${cut}}$`, 'u'), ''));
  return candidates.some((candidate) => COMMON.has(candidate));
}

/** Returns the repeated part of a text ('abc' of 'abcabcabc'), or ''. */
function repeatedPart(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? '';
}

/** Whether the password mostly consists of the owner's email or name, or the site's name. */
function isAboutOwner(text: string, { email, name }: PasswordOwner): boolean {
  const [local = '', domain = ''] = email.split('@');
  const words = [email, local, name, domain, SITE_NAME, ...name.split(/\s+/), ...local.split(/[^\p{L}\p{N}]+/u)]
    .map((word) => lettersOf(normalizePassword(word).toLowerCase()))
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length);
  const whole = lettersOf(text);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && [...rest].length < MIN_UNRELATED_CHARACTERS;
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
