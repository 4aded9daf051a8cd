import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { networkOf } from '../../http/network.js';
import { addEntry } from './audited.js';

const UNKNOWN_VISITOR = { id: null, name: 'unknown visitor' };

/**
 * Records a sign-in, or a refused one with the network it came from. A refused attempt proves nothing about who made it,
 * so it is never the user's own act: the account that was tried is its subject and a detail. Of an unknown email nothing
 * is kept: people type passwords into that field.
 * @param user the user whose email was typed, when there is one
 */
export async function noteSignIn(
  db: Kysely<Database>,
  action: 'auth.login' | 'auth.refused' | 'auth.too-many-attempts',
  user: { id: string; name: string; email: string } | undefined,
  address: string,
): Promise<void> {
  const network = networkOf(address);
  const isSignedIn = action === 'auth.login' && user;
  const actor = isSignedIn ? { id: user.id, name: user.name, network } : { ...UNKNOWN_VISITOR, network };
  const after = user && !isSignedIn ? { email: user.email } : null;
  await addEntry(db, actor, action, { entityId: user?.id ?? '', before: null, after });
}
