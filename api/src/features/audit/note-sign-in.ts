import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { networkOf } from '../../http/network.js';

/**
 * Writes that somebody signed in or was refused, and from which network. Of an unknown e-mail nothing is kept: people
 * type passwords into that field.
 * @param user the user whose e-mail was typed, when there is one
 */
export async function noteSignIn(
  db: Kysely<Database>,
  action: 'auth.login' | 'auth.refused',
  user: { id: string; name: string } | undefined,
  address: string,
): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      user_id: user?.id ?? null,
      user_name: user?.name ?? 'unknown',
      action,
      entity_id: user?.id ?? '',
      before: null,
      after: JSON.stringify({ network: networkOf(address) }),
    })
    .execute();
}
