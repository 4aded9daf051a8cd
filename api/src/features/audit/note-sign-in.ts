import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { networkOf } from '../../http/network.js';
import { addEntry } from './audited.js';

/**
 * Writes that somebody signed in or was refused, and from which network. Of an unknown e-mail nothing is kept: people
 * type passwords into that field.
 * @param user the user whose e-mail was typed, when there is one
 */
export async function noteSignIn(
  db: Kysely<Database>,
  action: 'auth.login' | 'auth.refused' | 'auth.too-many-attempts',
  user: { id: string; name: string } | undefined,
  address: string,
): Promise<void> {
  const actor = { id: user?.id ?? null, name: user?.name ?? 'unknown', network: networkOf(address) };
  await addEntry(db, actor, action, { entityId: user?.id ?? '', before: null, after: null });
}
