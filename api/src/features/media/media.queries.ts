import type { Media } from '@godhuli/contracts/media';
import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { MediaRow, MediaTable } from './media.table.js';

/** A row as the API shows it; an item that uses the photograph may say its own alt text and focal point. */
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

/** The photographs of these ids, by id. An id that is not known is absent. */
export async function mediaById(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Media>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, toMedia(row)]));
}

/** The ids of `ids` that have a row. */
export async function knownMediaIds(db: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('media').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** The ids of all photos, newest first. */
export async function allMediaIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('media').select('id').orderBy('created_at', 'desc').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Inserts a photograph, or keeps the row that is there: the same bytes are the same photograph. */
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
