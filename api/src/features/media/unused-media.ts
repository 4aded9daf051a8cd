import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { isDeadlock } from '../../db/database-errors.js';
import { lockEncodings } from './encoding.queries.js';
import { isOneOf, knownMediaIds } from './media.queries.js';
import type { MediaStore } from './media-store.js';

/** A stored photo waits so long for its first use: staff may save the item days after the upload. */
const AWAITED_DAYS = 7;
/** Notes that are read at a time. */
const MAX_IMAGES = 500;
/** Images that are checked and removed together. */
const BATCH_SIZE = 100;
/** A request removes what was noted since then. Older notes are of an interrupted process, and left to the clean-up. */
const RECENT_MINUTES = 5;

type Store = Pick<MediaStore, 'remove'>;

const isDue = sql<boolean>`due_at <= now()`;

/** Storing and removing an image exclude each other. */
export const lockMedia = (transaction: Transaction<Database>, ids: readonly string[]) =>
  lockUntilCommit(transaction, ...[...ids].sort().map((id) => `media ${id}`));

/** Removes the files of an image that has no row. Someone may have uploaded it again. */
export async function removeFilesWithoutRow(db: Kysely<Database>, store: Store, id: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockMedia(transaction, [id]);
    const stored = await knownMediaIds(transaction, [id]);
    if (!stored.has(id)) await store.remove(id);
  });
}

/**
 * Notes images that the transaction may take the last use from, so that a process that is killed after it loses none. They do not
 * wait: an erased client's photo is removed at once.
 */
export async function leaveMedia(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .insertInto('client_files_to_remove')
    .values([...new Set(ids)].map((media_id) => ({ media_id })))
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ noted_at: sql<Date>`now()` }))
    .execute();
}

/** Notes an image that was just stored, for the case that nothing uses it in time. An earlier note of it no longer counts. */
export async function awaitUse(transaction: Transaction<Database>, id: string): Promise<void> {
  const due_at = sql<Date>`now() + make_interval(days => ${sql.lit(AWAITED_DAYS)})`;
  await transaction
    .insertInto('photos_awaiting_use')
    .values({ media_id: id, due_at })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet({ due_at }))
    .execute();
  await transaction.deleteFrom('client_files_to_remove').where('media_id', '=', id).execute();
}

/**
 * Removes the noted images that nothing refers to, with their crops. A run that was interrupted is continued by the next one.
 * @param which ids, those that were noted just now, or all, also those that waited in vain for their first use
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
  // Each note is read once: those that stay, because they were noted again, are for the next run.
  let last = '';
  while (true) {
    const noted = await db
      .selectFrom('client_files_to_remove')
      .select('media_id')
      .where('media_id', '>', last)
      .$if(which === 'recent', (all) => all.where(recent))
      .$if(which === 'all', (all) =>
        all.union(db.selectFrom('photos_awaiting_use').select('media_id').where('media_id', '>', last).where(isDue)),
      )
      .orderBy('media_id')
      .limit(MAX_IMAGES)
      .execute();
    const ids = noted.map(({ media_id }) => media_id);
    removed += await removeImages(db, store, ids);
    if (ids.length < MAX_IMAGES) return removed;
    last = ids.at(-1) ?? last;
  }
}

async function removeImages(db: Kysely<Database>, store: Store, ids: readonly string[]): Promise<number> {
  let removed = 0;
  let round = [...new Set(ids)];
  while (round.length > 0) {
    const notes = await readNotes(db, round);
    const texts = await readTexts(db, round);
    const next: string[] = [];
    for (let start = 0; start < round.length; start += BATCH_SIZE) {
      const batch = round.slice(start, start + BATCH_SIZE);
      const unnamed = batch.filter((id) => !texts.named.has(id));
      const { unused, crops } = await removeUnused(db, store, unnamed, texts);
      removed += unused.length;
      next.push(...crops);
      await forgetNotes(db, batch, notes);
      await endWaiting(db, batch);
    }
    // A crop in the same batch as its photo was still in use when it was checked.
    round = [...new Set(next)];
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

/** Removes notes unless the images were noted again since they were read, or are being noted again now. */
const forgetNotes = (db: Kysely<Database>, ids: readonly string[], notes: ReadonlyMap<string, string>) =>
  sql`
    delete from client_files_to_remove where media_id in (
      select media_id from client_files_to_remove as note
      join unnest(${[...ids]}::text[], ${ids.map((id) => notes.get(id) ?? null)}::text[]) as seen (media_id, noted_at)
        using (media_id)
      where note.noted_at = seen.noted_at::timestamptz
      for update of note skip locked
    )`.execute(db);

/** Those that were due and are still there have found a use. */
const endWaiting = (db: Kysely<Database>, ids: readonly string[]) =>
  sql`
    delete from photos_awaiting_use where media_id in (
      select media_id from photos_awaiting_use where media_id = any(${[...ids]}::text[]) and ${isDue}
      for update skip locked
    )`.execute(db);

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

/**
 * Returns the ids among these that revisions, or the history of an item that still exists, name. Drafts change in place, also
 * when they are scheduled.
 */
async function namedSince(
  db: Kysely<Database>,
  ids: readonly string[],
  { revision, entry }: Omit<Texts, 'named'>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select named[1] as id from revisions, regexp_matches(body::text, '[0-9a-f]{64}', 'g') as named
      where (id > ${revision} or state in ('draft', 'scheduled')) and named[1] = any(${[...ids]}::text[])
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
 * Removes rows first: files without a row are found by `MediaStore.sweep`.
 * @returns the images that nothing used, and their crops, which are noted
 */
async function removeUnused(
  db: Kysely<Database>,
  store: Store,
  ids: readonly string[],
  texts: Texts,
): Promise<{ unused: string[]; crops: string[] }> {
  if (ids.length === 0) return { unused: [], crops: [] };
  const { unused, crops, busy } = await removeUnusedRows(db, ids, texts).catch((error) => {
    if (isDeadlock(error)) return removeUnusedRows(db, ids, texts);
    throw error;
  });
  const failures: unknown[] = [];
  // One at a time: an upload of an image waits only for its own files.
  for (const id of unused) await removeFilesWithoutRow(db, store, id).catch((error) => failures.push(error));
  for (const id of busy) {
    const later = await removeUnused(db, store, [id], texts);
    unused.push(...later.unused);
    crops.push(...later.crops);
  }
  if (failures.length > 0) throw failures[0];
  return { unused, crops };
}

/** @returns also the images that other transactions have locked, if there are several ids */
function removeUnusedRows(
  db: Kysely<Database>,
  ids: readonly string[],
  texts: Texts,
): Promise<{ unused: string[]; crops: string[]; busy: string[] }> {
  const isSingle = ids.length === 1;
  return db.transaction().execute(async (transaction) => {
    await lockMedia(transaction, ids);
    // Makes transactions that add a reference later find nothing. For one that is adding it now only a single image waits:
    // with locks on others this could be a deadlock.
    const locked = await transaction
      .selectFrom('media')
      .select('id')
      .where(isOneOf(ids))
      .forUpdate()
      .$if(!isSingle, (rows) => rows.skipLocked())
      .execute();
    const free = new Set(locked.map(({ id }) => id));
    // The deletion of a single image waits for its encoding.
    if (!isSingle) for (const id of await lockEncodings(transaction, [...free])) free.delete(id);
    const others = ids.filter((id) => !free.has(id));
    const busy = isSingle ? [] : [...(await knownMediaIds(transaction, others))];
    const used = await usedAmong(transaction, [...free], texts);
    const unused = [...free].filter((id) => !used.has(id));
    if (unused.length === 0) return { unused, crops: [], busy };
    const rows = await transaction
      .selectFrom('photo_crops')
      .select('crop_media_id')
      .where(sql<boolean>`media_id = any(${unused}::text[])`)
      .execute();
    await transaction.deleteFrom('media').where(isOneOf(unused)).execute();
    const crops = rows.map(({ crop_media_id }) => crop_media_id);
    await leaveMedia(transaction, crops);
    return { unused, crops, busy };
  });
}

/**
 * Every table that refers to images does so with a foreign key. What is deleted with the image (its encodings, the areas of its crops,
 * measurements, hashes of uploads) does not use it. Published texts name an image by its id.
 */
async function usedAmong(
  transaction: Transaction<Database>,
  ids: readonly string[],
  texts: Texts,
): Promise<Set<string>> {
  const used = new Set(await namedSince(transaction, ids, texts));
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select f.conrelid::regclass::text as "table", a.attname::text as "column"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'media'::regclass and f.confdeltype <> 'c'`.execute(transaction);
  for (const { table, column } of columns) {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} = any(${[...ids]}::text[])
    `.execute(transaction);
    for (const { id } of rows) used.add(id);
  }
  const { rows } = await sql<{ id: string }>`
    select photo as id from unnest(${[...ids]}::text[]) as photo
    where exists (select from content where value like '%' || photo || '%')
  `.execute(transaction);
  for (const { id } of rows) used.add(id);
  return used;
}
