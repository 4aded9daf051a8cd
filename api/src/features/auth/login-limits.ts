import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { TooManyAttempts } from '../../http/errors.js';
import { networkOf } from '../../http/network.js';
import { noteSignIn } from '../audit/note-sign-in.js';

const WINDOW_SECONDS = 15 * 60;
const LIMITS = { account: 5, network: 30 } as const;

const networkKey = (address: string) => `network:${networkOf(address)}`;
const accountKey = (email: string, address: string) =>
  `account:${createHash('sha256')
    .update(`${email}\n${networkOf(address)}`)
    .digest('hex')}`;

/**
 * Counts one attempt before its password is looked at, by account and network and by network alone. The counters are
 * single atomic statements, so parallel attempts cannot slip through; another network can still sign in.
 * @throws TooManyAttempts
 */
export async function countLoginAttempt(db: Kysely<Database>, email: string, address: string): Promise<void> {
  await countAttemptOfNetwork(db, address);
  await countOne(db, accountKey(email, address), LIMITS.account, address);
}

/** Counts one attempt that names no account: somebody holds up a secret. @throws TooManyAttempts */
export async function countAttemptOfNetwork(db: Kysely<Database>, address: string): Promise<void> {
  await countOne(db, networkKey(address), LIMITS.network, address);
}

/** Forgets the attempts of an account and network after its password was right; a good login costs no attempt. */
export async function forgetLoginAttempts(db: Kysely<Database>, email: string, address: string): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', accountKey(email, address)).execute();
  await db
    .updateTable('login_attempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('key', '=', networkKey(address))
    .execute();
}

async function countOne(db: Kysely<Database>, key: string, limit: number, address: string) {
  const counted = await sql<{ attempts: number; seconds_left: number }>`
    insert into login_attempts as old (key, attempts, window_started_at) values (${key}, 1, now())
    on conflict (key) do update set
      attempts = case when old.window_started_at > now() - make_interval(secs => ${WINDOW_SECONDS})
        then old.attempts + 1 else 1 end,
      window_started_at = case when old.window_started_at > now() - make_interval(secs => ${WINDOW_SECONDS})
        then old.window_started_at else now() end
    returning attempts,
      ceil(${WINDOW_SECONDS} - extract(epoch from now() - window_started_at))::int as seconds_left
  `.execute(db);
  const { attempts, seconds_left } = counted.rows[0] ?? { attempts: limit + 1, seconds_left: WINDOW_SECONDS };
  // Once for each window: whoever goes on must not be able to fill the audit.
  if (attempts === limit + 1) await noteSignIn(db, 'auth.too-many-attempts', undefined, address);
  if (attempts > limit) throw new TooManyAttempts(Math.max(1, seconds_left));
}
