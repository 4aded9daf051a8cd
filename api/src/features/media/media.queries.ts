import type { Media } from '@godhuli/contracts/media';
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.js';

type MediaRow = Selectable<Database['media']>;

/** Converts a row into the API's format. */
export function toMedia({ id, width, height, thumbhash, color, alt, focal_x, focal_y }: MediaRow): Media {
  return { id, width, height, thumbhash, color, alt, focal: { x: focal_x, y: focal_y } };
}

/** One parameter for all ids: the start asks for every photo, and a statement has at most 65,535 parameters. */
export const isOneOf = (ids: readonly string[]) => sql<boolean>`id = any(${sql.val([...ids])}::text[])`;

/** Returns images by id. Unknown ids are absent. */
export async function mediaById(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Media>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('media').selectAll().where(isOneOf(ids)).execute();
  return new Map(rows.map((row) => [row.id, toMedia(row)]));
}

/** Returns those of the ids that exist. */
export async function knownMediaIds(db: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('media').select('id').where(isOneOf(ids)).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns when images were taken, for rows that refer to them. Only for staff. */
export async function captureTimes(
  db: Kysely<Database>,
  rows: readonly { media_id: string | null }[],
): Promise<Map<string, { takenAt: string | null; takenOffset: string | null }>> {
  const ids = [...new Set(rows.flatMap(({ media_id }) => media_id ?? []))];
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('media')
    .select(['id', 'taken_at', 'taken_offset'])
    .where(isOneOf(ids))
    .where('taken_at', 'is not', null)
    .execute();
  return new Map(found.map(({ id, taken_at, taken_offset }) => [id, { takenAt: taken_at, takenOffset: taken_offset }]));
}

/** Records that an image was made from a file with this sha256. */
export async function insertOriginal(db: Kysely<Database>, hash: string, mediaId: string): Promise<void> {
  await db
    .insertInto('media_originals')
    .values({ hash, media_id: mediaId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the images that were made from a file with this sha256. */
export async function mediaIdsOfOriginal(db: Kysely<Database>, hash: string): Promise<string[]> {
  const rows = await db.selectFrom('media_originals').select('media_id').where('hash', '=', hash).execute();
  return rows.map(({ media_id }) => media_id);
}

/** Returns all ids, newest first. */
export async function allMediaIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('media').select('id').orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Inserts an image, or returns the existing row: the same bytes are the same image. */
export async function insertMedia(
  db: Kysely<Database>,
  row: Insertable<Database['media']>,
): Promise<{ row: MediaRow; isNew: boolean }> {
  const inserted = await db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  const stored = await db.selectFrom('media').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  return { row: stored, isNew: inserted !== undefined };
}
