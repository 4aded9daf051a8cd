import type { Media } from '@godhuli/contracts/media';
import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { MediaRow, MediaTable } from '../../db/tables/media.js';

/** Converts a row into the API's format. `own` are alt text and focal point of an item that uses the image. */
export function toMedia(row: MediaRow, own: Partial<Pick<Media, 'alt' | 'focal'>> = {}): Media {
  return {
    id: row.id,
    width: row.width,
    height: row.height,
    thumbhash: row.thumbhash,
    color: row.color,
    alt: own.alt ?? row.alt,
    focal: own.focal ?? { x: row.focal_x, y: row.focal_y },
  };
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
  row: Insertable<MediaTable>,
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
