import { dictionary } from '@zxcvbn-ts/language-common';
import { BadInput } from '../../http/errors.js';

/** The 49,000 most common passwords, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);
/** A common password with at most this many digits and signs around it is still a common one. */
const FEW_MORE = 4;
/** What must be left of a password without the words that anybody knows about its owner. */
const OWN_CHARACTERS = 8;
/** Words that anybody tries at this site. */
const SITE = 'godhuli';

/** Whom a password is for. */
export interface PasswordOwner {
  email: string;
  name: string;
}

/** Passwords that look the same are the same, however a keyboard or a system encodes them. */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/**
 * Says in one sentence why a password is easy to guess.
 * @returns null when it is not
 */
export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  const text = normalPassword(password).toLowerCase();
  if (isRun(text)) return 'Please use more different characters.';
  if (isCommon(text)) return 'This password is one of the most common. Please choose another one.';
  if (lettersOf(text).startsWith(SITE)) return `Please choose a password that does not begin with '${SITE}'.`;
  if (isAboutOwner(text, owner)) return 'Please choose a password without your email and your name.';
  return null;
}

/** @throws BadInput when a password is easy to guess */
export function requireStrongPassword(password: string, owner: PasswordOwner, field = 'next'): void {
  const message = weaknessOf(password, owner);
  if (message !== null) throw new BadInput([{ field, message }]);
}

/** Spaces and invisible characters alone, one or two characters over and over, or neighbours in a row: 'abcdefghij'. */
function isRun(text: string): boolean {
  const seen = [...text.replace(/[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu, '')];
  if (new Set(seen).size < 3) return true;
  const part = repeatedPart(seen.join(''));
  if (part !== '' && [...part].length <= FEW_MORE) return true;
  const codes = seen.map((each) => each.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) === 1;
}

function isCommon(text: string): boolean {
  const core = text.replace(/^[\P{L}]+|[\P{L}]+$/gu, '');
  const hasFewMore = core !== '' && text.length - core.length <= FEW_MORE;
  const digits = /\d+/.exec(text)?.[0] ?? '';
  const candidates = [
    text,
    text.trim(),
    hasFewMore ? core : '',
    text.length - digits.length <= FEW_MORE ? digits : '',
    repeatedPart(text),
  ];
  // 'qwerty1234' with one more sign: the part before it is common as it is.
  for (let cut = 1; cut <= FEW_MORE; cut += 1) candidates.push(text.replace(new RegExp(`[\\P{L}]{${cut}}$`, 'u'), ''));
  return candidates.some((candidate) => COMMON.has(candidate));
}

/** 'abc' of 'abcabcabc', or ''. */
function repeatedPart(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? '';
}

/** Whether little is left without email, name and site. */
function isAboutOwner(text: string, { email, name }: PasswordOwner): boolean {
  const [local = '', domain = ''] = email.split('@');
  const words = [email, local, name, domain, SITE, ...name.split(/\s+/), ...local.split(/[^\p{L}\p{N}]+/u)]
    .map((word) => lettersOf(normalPassword(word).toLowerCase()))
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length);
  const whole = lettersOf(text);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), whole);
  return rest !== whole && [...rest].length < OWN_CHARACTERS;
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '');
