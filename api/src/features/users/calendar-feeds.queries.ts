import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/**
 * Revokes every calendar subscription of a user, which works without a session. The caller's transaction has locked the
 * user, so a subscription that is being created ends too.
 */
export async function revokeFeeds(transaction: Transaction<Database>, userId: string): Promise<void> {
  await transaction
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}
