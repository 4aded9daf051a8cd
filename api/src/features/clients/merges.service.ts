import type { clientMergeSchema } from '@godhuli/contracts/clients';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { CLIENT_NOT_FOUND, type LockedClient, lockRoots, requireVersion } from './clients.queries.js';

/**
 * Merges a client into another one. No row moves: inquiries, notes and tasks keep their client, which another one stands for
 * from now on.
 * @throws NotFound; BadInput for a client and itself; Conflict when one of them was changed or merged
 */
export function mergeClients(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { version, otherId, otherVersion }: z.output<typeof clientMergeSchema>,
): Promise<void> {
  return audited(db, actor, 'clients.merge', async (transaction) => {
    if (id === otherId) throw sameClient();
    const locked = new Map((await lockRoots(transaction, [id, otherId])).map((client) => [client.id, client]));
    const [target, other] = [locked.get(id), locked.get(otherId)];
    if (!target) throw new NotFound(CLIENT_NOT_FOUND);
    if (!other) throw new BadInput([{ field: 'otherId', message: 'This client was erased.' }]);
    requireVersion(target, version);
    requireVersion(other, otherVersion);
    await sql`
      update clients set merged_into = ${id}, merged_at = now(), merged_by = ${actor.name}, version = version + 1
      where id = ${otherId}`.execute(transaction);
    await sql`update clients set root_id = ${id} where root_id = ${otherId}`.execute(transaction);
    await sql`
      update clients set version = version + 1,
        last_at = greatest(last_at, (select last_at from clients where id = ${otherId}))
      where id = ${id}`.execute(transaction);
    await forgetDistinction(transaction, id, otherId);
    return { entityId: id, before: null, after: { merged: otherId, ...nextVersionOf(target) }, result: undefined };
  });
}

/** What the audit entry of a saved client has too: a later conflict finds by it who merged. */
const nextVersionOf = ({ version, language }: LockedClient) => ({ version: version + 1, language });

const sameClient = () => new BadInput([{ field: 'otherId', message: 'Please choose another client.' }]);

/**
 * Takes a merged client out again, with everything that was theirs, what has arrived for them since, and the replies and tasks
 * about their inquiries. What else staff added to the merged record stays with the client that it was merged into.
 * @throws NotFound when it is not merged; Conflict when the client that it was merged into has been merged further
 */
export function undoMerge(db: Kysely<Database>, actor: Actor, id: string): Promise<string> {
  return audited(db, actor, 'clients.undo-merge', async (transaction) => {
    const mergedInto = async () =>
      (await transaction.selectFrom('clients').select('merged_into').where('id', '=', id).executeTakeFirst())
        ?.merged_into ?? null;
    const target = await mergedInto();
    if (target === null) throw new NotFound('This client is not merged.');
    const [locked] = await lockRoots(transaction, [target]);
    if (!locked) throw new NotFound(CLIENT_NOT_FOUND);
    if ((await mergedInto()) !== target) throw new Conflict('Someone else undid this merge. Reload to see the result.');
    // Recent replies and tasks are the client's own again, while their audit entries are those of the merged record.
    await sql`
      update clients set merged_into = null, merged_at = null, merged_by = null, last_at = now(), version = version + 1
      where id = ${id}`.execute(transaction);
    await sql`
      with recursive part as (
        select ${id}::bigint as id union select clients.id from clients join part on clients.merged_into = part.id)
      update clients set root_id = ${id} where id in (select id from part)`.execute(transaction);
    await sql`update clients set version = version + 1 where id = ${target}`.execute(transaction);
    return { entityId: target, before: { merged: id }, after: nextVersionOf(locked), result: id };
  });
}

/** Records that two clients with one phone or email are two people. @throws NotFound, BadInput */
export function markAsDistinct(db: Kysely<Database>, actor: Actor, id: string, otherId: string): Promise<void> {
  return audited(db, actor, 'clients.not-duplicates', async (transaction) => {
    const [one, two] = [await keptRoot(transaction, id), await keptRoot(transaction, otherId)];
    if (one === undefined) throw new NotFound(CLIENT_NOT_FOUND);
    if (two === undefined) throw new BadInput([{ field: 'otherId', message: 'This client was erased.' }]);
    if (one === two) throw sameClient();
    const pair = sql`least(${one}::bigint, ${two}::bigint), greatest(${one}::bigint, ${two}::bigint)`;
    await sql`
      insert into client_distinctions (lower_id, higher_id, by) select ${pair}, ${actor.name}
      on conflict do nothing`.execute(transaction);
    return { entityId: one, before: null, after: { other: two }, result: undefined };
  });
}

/** Returns the client that stands for another one, which cannot be erased or removed until the transaction ends. */
async function keptRoot(transaction: Transaction<Database>, id: string): Promise<string | undefined> {
  const root = await transaction
    .selectFrom('clients')
    .select('id')
    .where('id', '=', (of) => of.selectFrom('clients').select('root_id').where('id', '=', id))
    .where('erased_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return root?.id;
}

const forgetDistinction = (transaction: Transaction<Database>, id: string, otherId: string) =>
  sql`
    delete from client_distinctions
    where lower_id = least(${id}::bigint, ${otherId}::bigint) and higher_id = greatest(${id}::bigint, ${otherId}::bigint)
  `.execute(transaction);
