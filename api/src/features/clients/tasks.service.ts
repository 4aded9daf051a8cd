import {
  type ClientTask,
  MAX_OPEN_TASKS,
  type taskInputSchema,
  type taskUpdateSchema,
} from '@godhuli/contracts/clients';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited, onceWithKey } from '../audit/index.js';
import { groupOf, lockClient, touch } from './clients.queries.js';

type Row = Selectable<Database['client_tasks']>;
/** Done tasks that a client shows. */
const DONE_TASKS = 50;

/** Returns a row as the API shows it. */
const present = (row: Row): ClientTask => ({
  ...{ _id: row.id, text: row.text, dueOn: row.due_on, inquiryId: row.inquiry_id },
  ...{ doneAt: row.done_at?.toISOString() ?? null, doneBy: row.done_by, createdBy: row.by },
  ...{ createdAt: row.created_at.toISOString(), version: row.version },
});

/** The audit log keeps when a task is due and done, not its text, which is personal data. */
const auditOf = ({ dueOn, doneAt, version }: ClientTask) => ({ dueOn, isDone: doneAt !== null, version });

/** Returns the tasks of a client: the open ones by their day, then the newest done ones. */
export async function tasksOf(db: Kysely<Database>, rootId: string): Promise<ClientTask[]> {
  const all = () =>
    db
      .selectFrom('client_tasks')
      .selectAll()
      .where(sql<boolean>`client_id in ${groupOf(sql`${rootId}::bigint`)}`);
  const open = await all().where('done_at', 'is', null).orderBy('due_on').orderBy('id').limit(MAX_OPEN_TASKS).execute();
  const done = await all().where('done_at', 'is not', null).orderBy('done_at', 'desc').limit(DONE_TASKS).execute();
  return [...open, ...done].map(present);
}

/**
 * Adds a task. The newest inquiry that can still become a booking is due with it.
 * @param key a retry with the same key returns the task that the first attempt stored, and adds nothing
 * @throws NotFound, Conflict
 */
export function addTask(
  db: Kysely<Database>,
  actor: Actor,
  clientId: string,
  { text, dueOn }: z.output<typeof taskInputSchema>,
  key: string | null,
): Promise<ClientTask> {
  const work = async (transaction: Transaction<Database>) => {
    const client = await lockClient(transaction, clientId);
    await requireRoom(transaction, client.id);
    const inquiry = await openInquiry(transaction, client.id);
    const values = { client_id: inquiry?.client_id ?? client.id, inquiry_id: inquiry?.id ?? null, text };
    const row = await transaction
      .insertInto('client_tasks')
      .values({ ...values, due_on: dueOn, by: actor.name, created_with_key: key })
      .returningAll()
      .executeTakeFirstOrThrow();
    await touch(transaction, client.id);
    const result = present(row);
    return { entityId: client.id, before: null, after: { task: row.id, ...auditOf(result) }, result };
  };
  const findStored = async (transaction: Transaction<Database>, created: string) => {
    const row = await transaction
      .selectFrom('client_tasks')
      .selectAll()
      .where('created_with_key', '=', created)
      .executeTakeFirst();
    return row && present(row);
  };
  return audited(db, actor, 'clients.add-task', work, onceWithKey(key, findStored));
}

async function requireRoom(transaction: Transaction<Database>, rootId: string): Promise<void> {
  const open = await transaction
    .selectFrom('client_tasks')
    .select('id')
    .where(sql<boolean>`client_id in ${groupOf(sql`${rootId}::bigint`)}`)
    .where('done_at', 'is', null)
    .limit(MAX_OPEN_TASKS)
    .execute();
  if (open.length >= MAX_OPEN_TASKS)
    throw new Conflict(`There are ${MAX_OPEN_TASKS} open tasks already. Please complete one first.`);
}

const openInquiry = (transaction: Transaction<Database>, rootId: string) =>
  transaction
    .selectFrom('inquiries')
    .select(['id', 'client_id'])
    .where(sql<boolean>`client_id in ${groupOf(sql`${rootId}::bigint`)}`)
    .where('deleted_at', 'is', null)
    .where('stage', '!=', 'Lost')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Changes a task, completes it or opens it again. @throws NotFound, Conflict, BadInput */
export function changeTask(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { version, text, dueOn, isDone }: z.output<typeof taskUpdateSchema>,
  readOnly: ReadOnlyFields,
): Promise<ClientTask> {
  return audited(db, actor, 'clients.change-task', async (transaction) => {
    const before = await lockTask(transaction, id, version);
    requireUnchanged(before, readOnly);
    const isChanged = isDone !== undefined && isDone !== (before.doneAt !== null);
    if (isDone === false && isChanged) await requireRoom(transaction, before.rootId);
    const row = await transaction
      .updateTable('client_tasks')
      .set({ version: sql`version + 1`, text, due_on: dueOn })
      .$if(isChanged, (query) =>
        query.set({ done_at: isDone ? sql`now()` : null, done_by: isDone ? actor.name : null }),
      )
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await touch(transaction, before.rootId);
    const result = present(row);
    return {
      entityId: before.rootId,
      before: { task: id, ...auditOf(before) },
      after: { task: id, ...auditOf(result) },
      result,
    };
  });
}

/** Deletes a task. @throws NotFound, Conflict */
export function deleteTask(db: Kysely<Database>, actor: Actor, id: string, version: number): Promise<void> {
  return audited(db, actor, 'clients.delete-task', async (transaction) => {
    const before = await lockTask(transaction, id, version);
    await transaction.deleteFrom('client_tasks').where('id', '=', id).execute();
    return { entityId: before.rootId, before: { task: id, ...auditOf(before) }, after: null, result: undefined };
  });
}

/** Locks the client and then the task. */
async function lockTask(
  transaction: Transaction<Database>,
  id: string,
  version: number,
): Promise<ClientTask & { rootId: string }> {
  const missing = () => new NotFound('Task not found. It may have been deleted.');
  const owner = await transaction
    .selectFrom('client_tasks')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!owner) throw missing();
  const client = await lockClient(transaction, owner.client_id);
  const row = await transaction
    .selectFrom('client_tasks')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  if (row.version !== version)
    throw new StaleVersion('Someone else changed this task. Reload to see their version.', present(row), {
      entityId: client.id,
      stored: { isDone: row.done_at !== null },
    });
  return { ...present(row), rootId: client.id };
}
