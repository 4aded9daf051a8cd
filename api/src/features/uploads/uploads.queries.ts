import type { PageQuery } from '@godhuli/contracts/pages';
import type { Upload } from '@godhuli/contracts/uploads';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';

type Row = Selectable<Database['uploads']>;
/** An upload as this API stores it: it knows every category of its own. */
export type StoredUpload = Upload & Pick<Row, 'category'>;

function toUpload(row: Row): StoredUpload {
  const { id: _id, key, name, bytes, received, state, problem, title, category, place, published } = row;
  return {
    ...{ _id, key, name, bytes, received, state, problem, title, category, place, published },
    modifiedMs: Number(row.modified_ms),
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the unfinished and refused uploads of a user, in the order of registration. */
export async function listUploads(db: Kysely<Database>, userId: string, { cursor, limit }: PageQuery) {
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', '!=', 'done')
    .$if(cursor !== undefined, (uploads) => uploads.where('id', '>', cursor as string))
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, ({ id }) => id);
  return { uploads: page.rows.map(toUpload), next: page.next };
}

/** Registers files; those whose key is known stay as they are. @returns all of them, in the order of the keys */
export async function insertUploads(
  db: Kysely<Database>,
  userId: string,
  files: readonly Omit<Insertable<Database['uploads']>, 'user_id'>[],
): Promise<Upload[]> {
  await db
    .insertInto('uploads')
    .values(files.map((file) => ({ ...file, user_id: userId })))
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .execute();
  const keys = files.map(({ key }) => key);
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', 'in', keys)
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, toUpload(row)]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** Returns how many of the keys a user has registered. */
export async function countKnown(db: Kysely<Database>, userId: string, keys: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('uploads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('key', 'in', keys)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns how many unfinished uploads a user has, and how many bytes of them are stored. */
export async function usageOf(db: Kysely<Database>, userId: string): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('uploads')
    .select((of) => [of.fn.countAll<string>().as('count'), of.fn.sum<string | null>('received').as('bytes')])
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes) };
}

/** Returns an upload of a user. */
export async function findUpload(db: Kysely<Database>, userId: string, id: string): Promise<StoredUpload | undefined> {
  const row = await uploadOf(db, userId, id).executeTakeFirst();
  return row && toUpload(row);
}

/** Returns an upload of a user and locks it until the transaction ends. */
export async function lockUpload(
  transaction: Transaction<Database>,
  userId: string,
  id: string,
): Promise<StoredUpload | undefined> {
  const row = await uploadOf(transaction, userId, id).forUpdate().executeTakeFirst();
  return row && toUpload(row);
}

const uploadOf = (db: Kysely<Database>, userId: string, id: string) =>
  db.selectFrom('uploads').selectAll().where('id', '=', id).where('user_id', '=', userId);

export async function updateUpload(
  db: Kysely<Database>,
  id: string,
  values: Updateable<Database['uploads']>,
): Promise<Upload | undefined> {
  const set = { ...values, changed_at: sql<Date>`now()` };
  const row = await db.updateTable('uploads').set(set).where('id', '=', id).returningAll().executeTakeFirst();
  return row && toUpload(row);
}

/** Counts an attempt to prepare the photo that ended the image worker. @returns how many there were */
export async function addFailedAttempt(db: Kysely<Database>, id: string): Promise<number> {
  const row = await db
    .updateTable('uploads')
    .set({ failed_attempts: sql<number>`failed_attempts + 1`, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('failed_attempts')
    .executeTakeFirst();
  return row?.failed_attempts ?? 0;
}

export async function deleteUpload(db: Kysely<Database>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('uploads')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes uploads that nothing has happened to for so many days. @returns their ids */
export async function deleteOldUploads(db: Kysely<Database>, days: number): Promise<string[]> {
  const rows = await db
    .deleteFrom('uploads')
    .where(sql<boolean>`changed_at < now() - make_interval(days => ${days})`)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns those of the ids whose parts are still needed. */
export async function knownUploadIds(db: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  const numbers = ids.filter((id) => /^[1-9]\d{0,17}$/.test(id));
  if (numbers.length === 0) return new Set();
  const rows = await db
    .selectFrom('uploads')
    .select('id')
    .where(sql<boolean>`id = any(${numbers}::bigint[])`)
    .where('state', '=', 'waiting')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
