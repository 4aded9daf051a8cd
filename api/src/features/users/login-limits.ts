import { sha256 } from '@godhuli/server/digest';
import { customerOf, networkOf } from '@godhuli/server/network';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { TooManyAttempts } from '../../http/errors.js';
import { recordSignIn } from '../audit/index.js';
import { isKnownDevice } from './known-devices.js';

interface Limit {
  attempts: number;
  windowSeconds: number;
}
const MINUTE = 60;
const LIMITS = {
  /** per account, from one network or one known device */
  account: { attempts: 5, windowSeconds: 15 * MINUTE },
  network: { attempts: 30, windowSeconds: 15 * MINUTE },
  /** from all networks of one IPv6 /48, which one customer may have */
  customer: { attempts: 300, windowSeconds: 15 * MINUTE },
  /** per account, from all unknown devices together, or from one known device */
  slow: { attempts: 30, windowSeconds: 60 * MINUTE },
} satisfies Record<string, Limit>;
/** So many wrong codes of one account in a day are no longer typing errors. */
const REFUSED_CODES: Limit = { attempts: 5, windowSeconds: 24 * 60 * MINUTE };

/** An attempt to enter the password of an account. */
export interface LoginAttempt {
  /** in lower case */
  email: string;
  ip: string;
  /** the device token of the request, valid or not */
  deviceToken: string | undefined;
  /** what is entered; each has counters of its own */
  secret?: 'password' | 'code';
}

const networkKey = (ip: string) => `network:${networkOf(ip)}`;
const customerKey = (customer: string) => `customer:${customer}`;
const hashedKey = (kind: string, ...parts: string[]) => `${kind}:${sha256(parts.join('\n'))}`;

/** The counter of all unknown devices together, per account. */
const slowKey = (account: string) => hashedKey('slow-account', account);

/**
 * Counts one attempt before the password or code is verified: by network, by account and network, and by account alone. Each
 * counter is one atomic statement, so parallel attempts cannot bypass it. A device on which this account has signed in
 * before has counters of its own, so nobody else, even in the same network, can lock the owner out. Above its limit, it
 * counts as an unknown device: a copied cookie must not lock the owner out either.
 * @returns forgets the attempt; call it when the password or code was right
 * @throws TooManyAttempts
 */
export async function countLoginAttempt(
  db: Kysely<Database>,
  { email, ip, deviceToken, secret = 'password' }: LoginAttempt,
): Promise<() => Promise<void>> {
  const counted = secret === 'password' ? email : `${secret} of ${email}`;
  if (deviceToken !== undefined && (await isKnownDevice(db, email, deviceToken))) {
    const device = sha256(deviceToken);
    const forget = await countAtAccount(
      db,
      hashedKey('device', counted, device),
      hashedKey('slow-device', counted, device),
      ip,
    )
      // Above the limit of the device, those of unknown devices apply.
      .catch((error: unknown) => {
        if (error instanceof TooManyAttempts) return null;
        throw error;
      });
    if (forget) return forget;
  }
  const forgetNetwork = await countNetworkAttempt(db, ip);
  const forget = await countAtAccount(db, hashedKey('account', counted, networkOf(ip)), slowKey(counted), ip);
  return async () => {
    await forgetNetwork();
    await forget();
  };
}

/** @returns forgets the attempt */
async function countAtAccount(db: Kysely<Database>, account: string, slow: string, ip: string) {
  await increment(db, account, LIMITS.account, ip);
  await increment(db, slow, LIMITS.slow, ip);
  return async () => {
    await db.deleteFrom('login_attempts').where('key', '=', account).execute();
    await decrement(db, slow);
  };
}

async function decrement(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('login_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('key', '=', key)
    .execute();
}

/** Resets the counter of all unknown devices together: those attempts were for a password that has been replaced. */
export async function forgetAccountAttempts(db: Kysely<Database>, email: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', slowKey(email)).execute();
}

/**
 * Counts one attempt that names no account, such as a reset link.
 * @returns forgets the attempt
 * @throws TooManyAttempts
 */
export async function countNetworkAttempt(db: Kysely<Database>, ip: string): Promise<() => Promise<void>> {
  const customer = customerOf(ip);
  const isShared = customer !== networkOf(ip);
  if (isShared) await increment(db, customerKey(customer), LIMITS.customer, ip);
  await increment(db, networkKey(ip), LIMITS.network, ip);
  return async () => {
    if (isShared) await decrement(db, customerKey(customer));
    await decrement(db, networkKey(ip));
  };
}

/**
 * Counts a code that was refused after the right password, from all devices and networks together: each sign-in and each network
 * has a counter of its own, so someone who starts again and again would reach the limit of none.
 * @returns whether the owner must be notified: after five in a day, then each time that their number has doubled
 */
export async function countRefusedCode(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { attempts } = await count(db, hashedKey('refused-codes', userId), REFUSED_CODES.windowSeconds);
  return Number.isInteger(Math.log2(attempts / REFUSED_CODES.attempts));
}

async function increment(db: Kysely<Database>, key: string, { attempts: limit, windowSeconds }: Limit, ip: string) {
  const { attempts, seconds_left } = await count(db, key, windowSeconds);
  // Once per window, so that attempts cannot fill the audit log.
  if (attempts === limit + 1) await recordSignIn(db, 'auth.too-many-attempts', undefined, ip);
  if (attempts > limit) throw new TooManyAttempts(Math.max(1, seconds_left));
}

/** Counts one attempt, in one statement. */
async function count(db: Kysely<Database>, key: string, windowSeconds: number) {
  const counted = await sql<{ attempts: number; seconds_left: number }>`
    insert into login_attempts as old (key, attempts, window_started_at) values (${key}, 1, now())
    on conflict (key) do update set
      attempts = case when old.window_started_at > now() - make_interval(secs => ${windowSeconds})
        then old.attempts + 1 else 1 end,
      window_started_at = case when old.window_started_at > now() - make_interval(secs => ${windowSeconds})
        then old.window_started_at else now() end
    returning attempts,
      ceil(${windowSeconds} - extract(epoch from now() - window_started_at))::int as seconds_left
  `.execute(db);
  return counted.rows[0] ?? { attempts: Number.MAX_SAFE_INTEGER, seconds_left: windowSeconds };
}

/** Deletes counters whose window has ended. */
export async function deleteOldLoginCounters(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from login_attempts where key in (
      select key from login_attempts where window_started_at < now() - interval '1 day' for update skip locked)`.execute(
    db,
  );
}
