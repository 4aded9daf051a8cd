import type { Dashboard } from '@godhuli/contracts/dashboard';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { TODAY } from '../../db/today.js';

/** Returns the open tasks that are due today or earlier, the oldest first. */
export function listDueTasks(db: Kysely<Database>, limit: number): Promise<Dashboard['dueTasks']> {
  return db
    .selectFrom('client_tasks')
    .innerJoin('clients as member', 'member.id', 'client_tasks.client_id')
    .innerJoin('clients as root', 'root.id', 'member.root_id')
    .select(['client_tasks.id as _id', 'client_tasks.text', 'client_tasks.due_on as dueOn'])
    .select(['root.id as clientId', 'root.name as clientName'])
    .where('done_at', 'is', null)
    .where('due_on', '<=', TODAY)
    .orderBy('due_on')
    .orderBy('client_tasks.id')
    .limit(limit)
    .execute();
}
