import { networkOf } from '@godhuli/server/network';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { addAuditEntry } from './audited.js';

const UNKNOWN_VISITOR = { id: null, name: 'unknown visitor' };

/**
 * Records a sign-in or a refused attempt in the audit log, with its network. A refused attempt does not prove who made it,
 * so the user is its entity, not its actor. An unknown email is not stored: people type passwords into that field.
 * @param user the user with the entered email, if there is one
 */
export async function recordSignIn(
  db: Kysely<Database>,
  action: 'auth.login' | 'auth.refused' | 'auth.code-refused' | 'auth.too-many-attempts' | 'auth.forgot-password',
  user: { id: string; name: string; email: string } | undefined,
  ip: string,
): Promise<void> {
  const network = networkOf(ip);
  const isSignedIn = action === 'auth.login' && user;
  const actor = isSignedIn ? { id: user.id, name: user.name, network } : { ...UNKNOWN_VISITOR, network };
  const after = user && !isSignedIn ? { email: user.email } : null;
  await addAuditEntry(db, actor, action, { entityId: user?.id ?? '', before: null, after });
}
