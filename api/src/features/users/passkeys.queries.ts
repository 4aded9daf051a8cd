import type { Passkey } from '@godhuli/contracts/second-factor';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';

/** Returns the passkeys of a user, the oldest first. */
export async function listPasskeys(db: Kysely<Database>, userId: string): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id as _id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows.map(({ created_at, last_used_at, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/** Returns the ids of a user's credentials, as WebAuthn lists them. */
export async function credentialsOf(db: Kysely<Database>, userId: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return rows;
}
