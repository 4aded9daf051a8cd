import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { TooManyAttempts } from '../../http/errors.js';
import { networkOf } from '../../http/network.js';
import { noteSignIn } from '../audit/note-sign-in.js';
import { hashDevice, isKnownDevice } from './known-devices.js';

interface Limit {
  attempts: number;
  windowSeconds: number;
}
const MINUTE = 60;
const LIMITS = {
  /** of one network, or of one known device, at one account */
  account: { attempts: 5, windowSeconds: 15 * MINUTE },
  network: { attempts: 30, windowSeconds: 15 * MINUTE },
  /** at one account: of all unknown devices together, whatever their networks, or of one known device */
  slow: { attempts: 30, windowSeconds: 60 * MINUTE },
} satisfies Record<string, Limit>;

/** A guess at the password of an account. */
export interface LoginAttempt {
  /** in lower case */
  email: string;
  address: string;
  /** the device's token that came with it, good or not */
  device: string | undefined;
}

const networkKey = (address: string) => `network:${networkOf(address)}`;
const hashed = (kind: string, ...parts: string[]) =>
  `${kind}:${createHash('sha256').update(parts.join('\n')).digest('hex')}`;

/** The counter of all unknown devices together at one account. */
const slowKey = (email: string) => hashed('slow-account', email);

/**
 * Counts one attempt before its password is looked at: by network, by account and network, and by account alone. The
 * counters are single atomic statements, so parallel attempts cannot slip through. A device that this account has
 * signed in on before is counted by itself alone, so nobody elsewhere, and nobody in the same network, can lock the
 * owner out. When its own limit is used up, it counts as an unknown one: a copied cookie must not lock the owner out
 * either.
 * @returns forgets the attempt when its password was right: a good login costs none
 * @throws TooManyAttempts
 */
export async function countLoginAttempt(
  db: Kysely<Database>,
  { email, address, device }: LoginAttempt,
): Promise<() => Promise<void>> {
  if (device !== undefined && (await isKnownDevice(db, email, device))) {
    const who = hashDevice(device);
    const forget = await countAtAccount(db, hashed('device', email, who), hashed('slow-device', email, who), address)
      // Not an error yet: the limits of unknown devices follow.
      .catch((error: unknown) => {
        if (error instanceof TooManyAttempts) return null;
        throw error;
      });
    if (forget) return forget;
  }
  await countAttemptOfNetwork(db, address);
  const forget = await countAtAccount(db, hashed('account', email, networkOf(address)), slowKey(email), address);
  return async () => {
    await takeBack(db, networkKey(address));
    await forget();
  };
}

/** @returns forgets the attempt */
async function countAtAccount(db: Kysely<Database>, account: string, slow: string, address: string) {
  await countOne(db, account, LIMITS.account, address);
  await countOne(db, slow, LIMITS.slow, address);
  return async () => {
    await db.deleteFrom('login_attempts').where('key', '=', account).execute();
    await takeBack(db, slow);
    await deleteOldCounters(db);
  };
}

async function takeBack(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('login_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('key', '=', key)
    .execute();
}

/** Forgets what was counted at an account from everywhere together: those guesses were at a password that is gone. */
export async function forgetGuesses(db: Kysely<Database>, email: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', slowKey(email)).execute();
}

/** Counts one attempt that names no account: somebody holds up a secret. @throws TooManyAttempts */
export async function countAttemptOfNetwork(db: Kysely<Database>, address: string): Promise<void> {
  await countOne(db, networkKey(address), LIMITS.network, address);
}

async function countOne(db: Kysely<Database>, key: string, { attempts: limit, windowSeconds }: Limit, address: string) {
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
  const { attempts, seconds_left } = counted.rows[0] ?? { attempts: limit + 1, seconds_left: windowSeconds };
  // Once for each window: more attempts must not be able to fill the audit.
  if (attempts === limit + 1) await noteSignIn(db, 'auth.too-many-attempts', undefined, address);
  if (attempts > limit) throw new TooManyAttempts(Math.max(1, seconds_left));
}

/** Windows that are over count nothing. */
async function deleteOldCounters(db: Kysely<Database>) {
  await sql`
    delete from login_attempts where key in (
      select key from login_attempts where window_started_at < now() - interval '1 day' for update skip locked)`.execute(
    db,
  );
}
