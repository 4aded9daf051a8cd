import { MEDIA_EDITION } from '@godhuli/contracts/media-url';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';

/** Returns the ids of the images whose files of this edition all exist. */
export async function encodedIds(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db.selectFrom('photo_encodings').select('media_id').where('edition', '=', MEDIA_EDITION).execute();
  return new Set(rows.map(({ media_id }) => media_id));
}

/** Returns the ids of the images whose last attempt failed. */
export async function failedIds(db: Kysely<Database>): Promise<Set<string>> {
  const rows = await db.selectFrom('photo_encodings').select('media_id').where('error', 'is not', null).execute();
  return new Set(rows.map(({ media_id }) => media_id));
}

/** Returns the images that visitors asked for and that did not fail, the longest waiting first. */
export async function wantedIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('photo_encodings')
    .select('media_id')
    .where('wanted_at', 'is not', null)
    .where('error', 'is', null)
    .orderBy('wanted_at')
    .orderBy('media_id')
    .limit(100)
    .execute();
  return rows.map(({ media_id }) => media_id);
}

/** Records that visitors asked for files of these images that do not exist. */
export async function markWanted(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    insert into photo_encodings (media_id, wanted_at)
    select id, now() from media where id = any(${sql.val([...ids])}::text[])
    on conflict (media_id) do update
    set wanted_at = coalesce(photo_encodings.wanted_at, excluded.wanted_at), edition = ''`.execute(db);
}

/** Records the result of an image: all its files exist, or why they do not. */
export async function markResult(db: Kysely<Database>, id: string, error: string | null): Promise<void> {
  const edition = error === null ? MEDIA_EDITION : '';
  await sql`
    insert into photo_encodings (media_id, edition, error, failed_at)
    select id, ${edition}, ${error}::text, case when ${error}::text is null then null else now() end
    from media where id = ${id}
    on conflict (media_id) do update
    set edition = excluded.edition, error = excluded.error, failed_at = excluded.failed_at, wanted_at = null`.execute(
    db,
  );
}

/** Locks the encodings of these images without waiting. @returns the images whose encoding another transaction has locked */
export async function lockEncodings(transaction: Transaction<Database>, ids: readonly string[]): Promise<string[]> {
  const encodings = transaction
    .selectFrom('photo_encodings')
    .select('media_id')
    .where(sql<boolean>`media_id = any(${sql.val([...ids])}::text[])`);
  const locked = new Set((await encodings.forUpdate().skipLocked().execute()).map(({ media_id }) => media_id));
  return (await encodings.execute()).flatMap(({ media_id }) => (locked.has(media_id) ? [] : media_id));
}

/** Lets the images be tried again that failed. */
export async function clearFailures(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('photo_encodings')
    .set({ error: null, failed_at: null })
    .where('error', 'is not', null)
    .execute();
}

export async function isPaused(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('encoding_job').select('is_paused').where('id', '=', 1).executeTakeFirst();
  return row?.is_paused ?? false;
}

export async function setPaused(db: Kysely<Database>, is_paused: boolean): Promise<void> {
  await db.updateTable('encoding_job').set({ is_paused }).where('id', '=', 1).execute();
}

/** Returns how many images there are, how many are done, and how many failed. */
export async function countEncodings(db: Kysely<Database>): Promise<{ total: number; done: number; failed: number }> {
  const { rows } = await sql<{ total: string; done: string; failed: string }>`
    select count(*) as total,
      count(*) filter (where photo_encodings.edition = ${MEDIA_EDITION}) as done,
      count(*) filter (where photo_encodings.error is not null) as failed
    from media left join photo_encodings on photo_encodings.media_id = media.id`.execute(db);
  const [counts] = rows;
  return { total: Number(counts?.total), done: Number(counts?.done), failed: Number(counts?.failed) };
}

/** Returns the latest failures, newest first. */
export async function latestFailures(db: Kysely<Database>, limit: number) {
  const rows = await db
    .selectFrom('photo_encodings')
    .select(['media_id', 'error', 'failed_at'])
    .where('error', 'is not', null)
    .orderBy('failed_at', 'desc')
    .orderBy('media_id')
    .limit(limit)
    .execute();
  return rows.map(({ media_id, error, failed_at }) => ({
    id: media_id,
    message: error ?? '',
    failedAt: (failed_at ?? new Date(0)).toISOString(),
  }));
}
