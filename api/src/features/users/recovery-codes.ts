import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@godhuli/contracts/second-factor';
import { sha256 } from '@godhuli/server/digest';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/** Letters and digits that nobody confuses: no 0 and O, 1, I and L. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 15 of 31 characters are 74 random bits: no code can be found from its SHA-256. */
const LENGTH = 15;

/** Creates a code like 'K7QMX-3WHTR-9PZDA'. */
function createCode(): string {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return (characters.join('').match(/.{5}/g) ?? []).join('-');
}

/** Hashes a code as it was typed, in any case, with or without hyphens and spaces. */
const hashOf = (typed: string) => sha256(`recovery code ${typed.toUpperCase().replace(/[\s-]/g, '')}`);

/** Replaces the recovery codes of a user. Only their hashes are stored. @returns the codes, to show once */
export async function replaceRecoveryCodes(transaction: Transaction<Database>, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute();
  return codes;
}

/** Uses up a recovery code. @returns whether it was one of the user's */
export async function redeemRecoveryCode(
  transaction: Transaction<Database>,
  userId: string,
  typed: string,
): Promise<boolean> {
  const used = await transaction
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOf(typed))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Returns how many recovery codes a user has left. */
export async function countRecoveryCodes(transaction: Transaction<Database>, userId: string): Promise<number> {
  const { count } = await transaction
    .selectFrom('recovery_codes')
    .select((of) => of.fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
