import type { SignedInUser, StaffUser } from '@godhuli/contracts/users';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { isActive } from './sessions.queries.js';

const COLUMNS = ['id as _id', 'email', 'name', 'role', 'disabled'] as const;

/** Returns every staff user, in the order of creation. */
export function listStaffUsers(db: Kysely<Database>): Promise<StaffUser[]> {
  return db.selectFrom('users').select(COLUMNS).orderBy('id').execute();
}

/** Returns the users who are signed in, with the number of their active sessions. */
export async function listSignedInUsers(db: Kysely<Database>): Promise<SignedInUser[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_id as _id', sql<number>`count(*)::int`.as('sessions'), sql<Date>`max(last_seen_at)`.as('seen')])
    .where(isActive)
    .groupBy('user_id')
    .execute();
  return rows.map(({ seen, ...user }) => ({ ...user, lastSeenAt: seen.toISOString() }));
}

/** Returns a user and locks the row until the transaction ends. @throws NotFound */
export async function lockUser(transaction: Transaction<Database>, id: string): Promise<StaffUser> {
  const user = await transaction
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw new NotFound('User not found.');
  return user;
}

/** Returns the hash of a user's password, or undefined when there is no such user. */
export async function passwordHashOf(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
  return row?.password_hash;
}
