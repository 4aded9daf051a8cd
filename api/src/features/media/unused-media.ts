import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import type { MediaStore } from './media-store.js';

/** Notes that are read at a time. */
const MAX_IMAGES = 500;
/** A request removes what was noted since then. Older notes are of an interrupted process, and left to the clean-up. */
const RECENT_MINUTES = 5;

type Store = Pick<MediaStore, 'remove'>;

/** Storing and removing an image exclude each other. */
export const lockMedia = (transaction: Transaction<Database>, id: string) =>
  lockUntilCommit(transaction, `media ${id}`);

/** Removes the files of an image that has no row. Someone may have uploaded it again. */
export const removeFilesWithoutRow = (db: Kysely<Database>, store: Store, id: string): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await lockMedia(transaction, id);
    const row = await transaction.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst();
    if (!row) await store.remove(id);
  });

/** Notes images that the transaction may take the last use from, so that a process that is killed after it loses none. */
export async function leaveMedia(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .insertInto('client_files_to_remove')
    .values([...new Set(ids)].map((media_id) => ({ media_id })))
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ noted_at: sql<Date>`now()` }))
    .execute();
}

/** Forgets the note of an image that has just been uploaded again: its use is still to come. */
export async function keepMedia(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.deleteFrom('client_files_to_remove').where('media_id', '=', id).execute();
}

/**
 * Removes the noted images that nothing refers to, with their crops. A run that was interrupted is continued by the next one.
 * @param which ids, those that were noted just now, or all
 * @returns how many
 */
export async function removeLeftMedia(
  db: Kysely<Database>,
  store: Store,
  which: readonly string[] | 'recent' | 'all',
): Promise<number> {
  if (typeof which !== 'string') return removeImages(db, store, which);
  const recent = sql<boolean>`noted_at > now() - make_interval(mins => ${sql.lit(RECENT_MINUTES)})`;
  let removed = 0;
  while (true) {
    const noted = await db
      .selectFrom('client_files_to_remove')
      .select('media_id')
      .$if(which === 'recent', (all) => all.where(recent))
      .limit(MAX_IMAGES)
      .execute();
    const ids = noted.map(({ media_id }) => media_id);
    removed += await removeImages(db, store, ids);
    if (ids.length < MAX_IMAGES) return removed;
  }
}

async function removeImages(db: Kysely<Database>, store: Store, ids: readonly string[]): Promise<number> {
  const seen = new Set(ids);
  let removed = 0;
  let round = [...seen];
  while (round.length > 0) {
    const notes = await readNotes(db, round);
    const texts = await readTexts(db, round);
    const next: string[] = [];
    for (const id of round) {
      const crops = await removeIfUnused(db, store, id, texts);
      if (crops) removed += 1;
      for (const crop of crops ?? []) if (!seen.has(crop)) next.push(crop);
      for (const crop of next) seen.add(crop);
      await forgetNote(db, id, notes.get(id));
    }
    round = next;
  }
  return removed;
}

/** Returns when images were noted, as text: a `Date` has no microseconds. */
async function readNotes(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; at: string }>`
    select media_id as id, noted_at::text as at from client_files_to_remove where media_id = any(${[...ids]}::text[])
  `.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Removes a note unless the image was noted again since it was read. */
const forgetNote = (db: Kysely<Database>, id: string, at = '') =>
  sql`delete from client_files_to_remove where media_id = ${id} and noted_at::text = ${at}`.execute(db);

/** Which images drafts, schedules and histories name, read once for many images, and up to where they were read. */
interface Texts {
  named: Set<string>;
  revision: string;
  entry: string;
}

/** Rows that were written but not committed when the texts were read are read again. */
const UNCOMMITTED_ROWS = 100;

const photosOfEntry = sql`array[before -> 'media' ->> 'id', before -> 'portrait' ->> 'id', after -> 'media' ->> 'id',
  after -> 'portrait' ->> 'id']`;

/** Returns the ids among these that revisions, or the history of an item that still exists, name. A draft changes in place. */
async function namedSince(
  db: Kysely<Database>,
  ids: readonly string[],
  { revision, entry }: Omit<Texts, 'named'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select named[1] as id from revisions, regexp_matches(body::text, '[0-9a-f]{64}', 'g') as named
      where (id > ${revision} or state = 'draft') and named[1] = any(${[...ids]}::text[])
    union select photo from audit, unnest(${photosOfEntry}) as photo
      where id > ${entry} and action >= 'portfolio.' and action < 'portfolio/' and photo = any(${[...ids]}::text[])
        and exists (select from portfolio where portfolio.id::text = entity_id)`.execute(db);
  return rows.map(({ id }) => id);
}

async function readTexts(db: Kysely<Database>, ids: readonly string[]): Promise<Texts> {
  const { rows } = await sql<{ revision: string; entry: string }>`
    select greatest(coalesce((select max(id) from revisions), 0) - ${sql.lit(UNCOMMITTED_ROWS)}, 0)::text as revision,
      greatest(coalesce((select max(id) from audit), 0) - ${sql.lit(UNCOMMITTED_ROWS)}, 0)::text as entry`.execute(db);
  const { revision = '0', entry = '0' } = rows[0] ?? {};
  return { named: new Set(await namedSince(db, ids, { revision: '0', entry: '0' })), revision, entry };
}

/**
 * Removes the row first: files without a row are found by `MediaStore.sweep`.
 * @returns its crops, which are noted; null if it is used, or was removed before
 */
async function removeIfUnused(db: Kysely<Database>, store: Store, id: string, texts: Texts): Promise<string[] | null> {
  if (texts.named.has(id)) return null;
  const crops = await db.transaction().execute(async (transaction) => {
    await lockMedia(transaction, id);
    // Waits for a transaction that is adding a reference, and makes later ones find nothing.
    await transaction.selectFrom('media').select('id').where('id', '=', id).forUpdate().execute();
    if ((await isUsed(transaction, id)) || (await namedSince(transaction, [id], texts)).length > 0) return null;
    const rows = await transaction
      .selectFrom('photo_crops')
      .select('crop_media_id')
      .where('media_id', '=', id)
      .execute();
    const { numDeletedRows } = await transaction.deleteFrom('media').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) return null;
    const ids = rows.map(({ crop_media_id }) => crop_media_id);
    await leaveMedia(transaction, ids);
    return ids;
  });
  if (!crops) return null;
  await removeFilesWithoutRow(db, store, id);
  return crops;
}

/**
 * Every table that refers to images does so with a foreign key. What is deleted with the image (its encodings, the areas of its crops,
 * measurements, hashes of uploads) does not use it. Published texts name an image by its id.
 */
async function isUsed(transaction: Transaction<Database>, id: string): Promise<boolean> {
  const { rows } = await sql<{ table: string; column: string }>`
    select f.conrelid::regclass::text as "table", a.attname::text as "column"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'media'::regclass and f.confdeltype <> 'c'`.execute(transaction);
  for (const { table, column } of rows) {
    const found = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} limit 1`.execute(
      transaction,
    );
    if (found.rows.length > 0) return true;
  }
  const text = await transaction
    .selectFrom('content')
    .select('id')
    .where('value', 'like', `%${id}%`)
    .limit(1)
    .executeTakeFirst();
  return text !== undefined;
}
