import { sql, type Transaction } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Database } from '../../db/database.js';

/** The parameters that every authenticator app supports (RFC 6238). */
const PERIOD_SECONDS = 30;
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;
/** Codes of the period before and after the current one are accepted too: clocks differ. */
const WINDOW = 1;
const ISSUER = 'Godhuli';

/** Creates a key of 160 bits, in base32. */
export const createTotpKey = (): string => new Secret({ size: 20 }).base32;

/** Returns the URI of a key, for a QR code. */
export const totpUri = (key: string, email: string): string =>
  new TOTP({ ...PARAMETERS, issuer: ISSUER, label: email, secret: Secret.fromBase32(key) }).toString();

/**
 * Accepts a code of a user's authenticator app once, by the database's clock. The comparison takes a constant time.
 * @param isConfirmed whether the key must be confirmed; the first code confirms it
 * @returns whether the code was right and neither it nor a later one was used before
 */
export async function redeemTotpCode(
  transaction: Transaction<Database>,
  userId: string,
  typed: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  const row = await transaction
    .selectFrom('totp_keys')
    .select(['key', 'last_step', sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now')])
    .where('user_id', '=', userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const token = typed.replace(/\s/g, '');
  const totp = new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(row.key) });
  const delta = /^\d{6}$/.test(token) ? totp.validate({ token, timestamp: row.now, window: WINDOW }) : null;
  if (delta === null) return false;
  const step = Math.floor(row.now / 1000 / PERIOD_SECONDS) + delta;
  if (step <= Number(row.last_step)) return false;
  await transaction
    .updateTable('totp_keys')
    .set({ last_step: step, ...(isConfirmed ? {} : { confirmed_at: sql<Date>`now()` }) })
    .where('user_id', '=', userId)
    .execute();
  return true;
}
