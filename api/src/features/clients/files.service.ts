import {
  CLIENT_FILE_TYPES,
  type ClientFile,
  type clientFileUpdateSchema,
  endingOf,
  entryInputSchema,
  MAX_CLIENT_FILE_BYTES,
  MAX_CLIENT_FILES,
} from '@godhuli/contracts/clients';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound, StaleVersion, TooLarge } from '../../http/errors.js';
import { receiveUpload, type UploadRules } from '../../http/receive-upload.js';
import { PRIVATE_FILE, serveFile } from '../../http/serve-file.js';
import { fieldErrors } from '../../http/validate.js';
import { type Actor, audited, onceWithKey } from '../audit/index.js';
import { findIdByKey, findRootId, groupOf, lockClient, touch } from './clients.queries.js';
import { attachmentOf, cleanFileName } from './file-name.js';
import type { ClientFileStore } from './file-store.js';
import { requireFileType } from './file-type.js';

const FILE: UploadRules = {
  maxBytes: MAX_CLIENT_FILE_BYTES,
  tooLarge: () => new TooLarge('This file is larger than 25 MB. Please choose a smaller one, or add a link as a note.'),
  missing: 'Please choose a file.',
  several: 'Please add one file at a time.',
  empty: 'This file is empty. Please choose another one.',
};
const missing = () => new NotFound('File not found. It may have been removed.');

/**
 * Stores a file of a client and adds it to the timeline.
 * @param key a retry with the same key returns the entry that the first attempt stored, and adds nothing
 * @returns the id of the entry
 * @throws NotFound, Conflict (too many files), TooLarge, UnsupportedType, BadInput, Malformed (interrupted)
 */
export async function addFile(
  db: Kysely<Database>,
  store: ClientFileStore,
  actor: Actor,
  clientId: string,
  request: Request,
  key: string | null,
): Promise<string> {
  // Before the bytes arrive; the transaction checks again.
  const isRetry = key !== null && (await findIdByKey(db, 'client_entries', key)) !== undefined;
  if (!isRetry) await requireRoom(db, await findRootId(db, clientId));
  return store.withTemporaryFile(async (path) => {
    const { fileName, bytes, fields } = await receiveUpload(request, path, FILE);
    const name = cleanFileName(fileName);
    await requireFileType(path, name);
    const text = requireText(fields.text ?? '');
    const file_id = store.newId();
    const work = async (transaction: Transaction<Database>) => {
      const client = await lockClient(transaction, clientId);
      await requireRoom(transaction, client.id);
      const values = { client_id: client.id, inquiry_id: null, kind: 'file' as const, text, media_id: null };
      const { id } = await transaction
        .insertInto('client_entries')
        .values({ ...values, file_id, file_name: name, file_bytes: bytes, by: actor.name, created_with_key: key })
        .returning('id')
        .executeTakeFirstOrThrow();
      await touch(transaction, client.id);
      await store.place(file_id, path);
      // The name stays out of the audit log: it often names the client.
      return { entityId: client.id, before: null, after: { entry: id, ending: endingOf(name), bytes }, result: id };
    };
    const findStored = (transaction: Transaction<Database>, created: string) =>
      findIdByKey(transaction, 'client_entries', created);
    const add = audited(db, actor, 'clients.add-file', work, onceWithKey(key, findStored));
    return add.catch(async (error) => {
      // The connection may have been lost after the commit. A file that stays here is found by the sweep.
      const row = db.selectFrom('client_entries').select('id').where('file_id', '=', file_id);
      if ((await row.execute().catch(() => ['unknown'])).length === 0) await store.remove(file_id);
      throw error;
    });
  });
}

function requireText(text: string): string {
  const parsed = entryInputSchema.shape.text.safeParse(text);
  if (!parsed.success) throw new BadInput(fieldErrors(parsed.error).map((error) => ({ ...error, field: 'text' })));
  return parsed.data;
}

async function requireRoom(db: Kysely<Database>, rootId: string): Promise<void> {
  const { count } = await db
    .selectFrom('client_entries')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql<boolean>`client_id in ${groupOf(sql`${rootId}::bigint`)}`)
    .where('file_id', 'is not', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_CLIENT_FILES)
    throw new Conflict(`There are ${MAX_CLIENT_FILES} files already. Please remove one first.`);
}

const fileOfEntry = (db: Kysely<Database>, id: string) =>
  db
    .selectFrom('client_entries')
    .select(['client_id', 'file_id', 'file_name', 'file_bytes', 'file_version'])
    .where('id', '=', id)
    .where('file_id', 'is not', null);

/** Responds with a file, which a browser saves and never shows. @throws NotFound */
export async function downloadFile(
  db: Kysely<Database>,
  store: ClientFileStore,
  id: string,
  request: Request,
): Promise<Response> {
  const file = await fileOfEntry(db, id).executeTakeFirst();
  if (!file?.file_id || !file.file_name) throw missing();
  const type = CLIENT_FILE_TYPES[endingOf(file.file_name)] ?? 'application/octet-stream';
  const response = await serveFile(request, store.pathOf(file.file_id), type, PRIVATE_FILE);
  if (!response) throw missing();
  response.headers.set('content-disposition', attachmentOf(file.file_name));
  return response;
}

/** Renames a file; its ending stays. @throws NotFound, Conflict, BadInput */
export function renameFile(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { version, name }: z.output<typeof clientFileUpdateSchema>,
): Promise<ClientFile> {
  return audited(db, actor, 'clients.rename-file', async (transaction) => {
    const owner = await fileOfEntry(transaction, id).executeTakeFirst();
    if (!owner) throw missing();
    const client = await lockClient(transaction, owner.client_id);
    const file = await fileOfEntry(transaction, id).forUpdate().executeTakeFirst();
    if (!file?.file_name || file.file_bytes === null) throw missing();
    const before = { name: file.file_name, bytes: file.file_bytes, version: file.file_version };
    const entry = (of: number) => ({ entry: id, version: of });
    if (before.version !== version)
      throw new StaleVersion('Someone else renamed this file. Reload to see the new name.', before, {
        ...{ entityId: client.id, savedAs: entry(before.version) },
      });
    const ending = endingOf(before.name);
    const clean = cleanFileName(name);
    if (endingOf(clean) !== ending)
      throw new BadInput([{ field: 'name', message: `Please keep the ending .${ending}.` }]);
    await transaction
      .updateTable('client_entries')
      .set({ file_name: clean, file_version: sql`file_version + 1` })
      .where('id', '=', id)
      .execute();
    const after = { ...before, name: clean, version: version + 1 };
    return { entityId: client.id, before: entry(version), after: entry(after.version), result: after };
  });
}
