import type { Media } from '@godhuli/contracts/media';
import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Database } from '../../db/database.js';

type MediaRow = Selectable<Database['media']>;

/** Converts a row into the API's format. */
export function toMedia({ id, width, height, thumbhash, color, alt, focal_x, focal_y }: MediaRow): Media {
  return { id, width, height, thumbhash, color, alt, focal: { x: focal_x, y: focal_y } };
}

/** Returns images by id. Unknown ids are absent. */
export async function mediaById(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Media>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, toMedia(row)]));
}

/** Returns those of the ids that exist. */
export async function knownMediaIds(db: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('media').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
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
