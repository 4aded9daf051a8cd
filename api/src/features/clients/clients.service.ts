import type { Client, clientInputSchema, clientUpdateSchema, entryInputSchema } from '@godhuli/contracts/clients';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { BadInput, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited, onceWithKey } from '../audit/index.js';
import { insertClient, refreshSearch } from '../contacts/index.js';
import { recordReply } from '../inquiries/index.js';
import { requireStoredMedia } from '../media/index.js';
import { CLIENT_CHANGED, findClient, findIdByKey, groupOf, lockClient, touch } from './clients.queries.js';
import { leaveFiles } from './left-files.js';
import { readDetails } from './timeline.queries.js';

/** Returns the whole record of a client. @throws NotFound */
export async function readClient(db: Kysely<Database>, id: string): Promise<Client> {
  const client = await findClient(db, id);
  return { ...client, ...(await readDetails(db, client._id)) };
}

/**
 * Stores somebody who has sent no inquiry.
 * @param key a retry with the same key returns the client that the first attempt stored, and adds nothing
 */
export function createClient(
  db: Kysely<Database>,
  actor: Actor,
  input: z.output<typeof clientInputSchema>,
  key: string | null,
): Promise<Client> {
  const findStored = async (transaction: Transaction<Database>, created: string) => {
    const id = await findIdByKey(transaction, 'clients', created);
    return id === undefined ? undefined : readClient(transaction, id);
  };
  const work = async (transaction: Transaction<Database>) => {
    const id = await insertClient(transaction, input, key);
    // Name and contacts stay out of the audit log.
    const after = { language: input.language, hasPhone: input.phone !== null, hasEmail: input.email !== null };
    return { entityId: id, before: null, after, result: await readClient(transaction, id) };
  };
  return audited(db, actor, 'clients.create', work, onceWithKey(key, findStored));
}

/** Changes name or language. @throws NotFound, Conflict, BadInput */
export function changeClient(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { version, name, language }: z.output<typeof clientUpdateSchema>,
  readOnly: ReadOnlyFields,
): Promise<Client> {
  return audited(db, actor, 'clients.update', async (transaction) => {
    const before = await lockClient(transaction, id);
    // A client that was merged since it was read has another id, and may have the same version.
    if (before.id !== id || before.version !== version) {
      const current = await readClient(transaction, before.id);
      // Entries of notes and files belong to the client too; only those that save the client itself have a language.
      throw new StaleVersion(CLIENT_CHANGED, current, {
        savedAs: { version: before.version, language: before.language },
      });
    }
    if (Object.keys(readOnly).length > 0) requireUnchanged(await readClient(transaction, before.id), readOnly);
    await transaction
      .updateTable('clients')
      .set({ name, language, version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute();
    await refreshSearch(transaction, before.id);
    const after = await readClient(transaction, before.id);
    // The names stay out of the audit log.
    const entry = (client: { version: number; language: string }, isRenamed: boolean) => ({
      ...{ version: client.version, language: client.language, isRenamed },
    });
    const isRenamed = after.name !== before.name;
    return { entityId: before.id, before: entry(before, false), after: entry(after, isRenamed), result: after };
  });
}

/**
 * Adds a note, call, WhatsApp reply or file to the timeline, and records the reply at the inquiry that was answered.
 * @param key a retry with the same key adds nothing
 * @returns the id of the entry
 * @throws NotFound; BadInput for an inquiry of somebody else, or a photo that does not exist
 */
export function addEntry(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { kind, text, mediaId, repliedTo }: z.output<typeof entryInputSchema>,
  key: string | null,
): Promise<string> {
  const work = async (transaction: Transaction<Database>) => {
    const client = await lockClient(transaction, id);
    const ownerId = repliedTo === null ? client.id : await clientOfInquiry(transaction, client.id, repliedTo);
    await requireStoredMedia(transaction, mediaId, 'mediaId');
    const entry = await transaction
      .insertInto('client_entries')
      .values({
        ...{ client_id: ownerId, inquiry_id: repliedTo, kind, text, media_id: mediaId, by: actor.name },
        created_with_key: key,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (repliedTo !== null) await recordReply(transaction, actor, repliedTo);
    await touch(transaction, client.id);
    return { entityId: client.id, before: null, after: { entry: entry.id, kind, repliedTo }, result: entry.id };
  };
  const findStored = (transaction: Transaction<Database>, created: string) =>
    findIdByKey(transaction, 'client_entries', created);
  return audited(db, actor, 'clients.add-entry', work, onceWithKey(key, findStored));
}

/** Returns the client whose inquiry it is: one merged into `rootId`, or itself. @throws BadInput */
async function clientOfInquiry(transaction: Transaction<Database>, rootId: string, inquiryId: string): Promise<string> {
  const inquiry = await transaction
    .selectFrom('inquiries')
    .select('client_id')
    .where('id', '=', inquiryId)
    .where(sql<boolean>`client_id in ${groupOf(sql`${rootId}::bigint`)}`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!inquiry) throw new BadInput([{ field: 'repliedTo', message: 'This inquiry was deleted.' }]);
  return inquiry.client_id ?? rootId;
}

/** Deletes an entry, and leaves its file to `removeLeftFiles`. @throws NotFound */
export function deleteEntry(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(db, actor, 'clients.delete-entry', async (transaction) => {
    const missing = () => new NotFound('Entry not found. It may have been deleted.');
    const found = transaction
      .selectFrom('client_entries')
      .select(['client_id', 'kind', 'media_id', 'file_id'])
      .where('id', '=', id);
    const owner = await found.executeTakeFirst();
    if (!owner) throw missing();
    const client = await lockClient(transaction, owner.client_id);
    const { numDeletedRows } = await transaction.deleteFrom('client_entries').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw missing();
    await leaveFiles(transaction, [owner]);
    return { entityId: client.id, before: { entry: id, kind: owner.kind }, after: null, result: undefined };
  });
}
