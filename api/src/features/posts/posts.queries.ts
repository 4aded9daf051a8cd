import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';

/** Returns the titles of the blog posts or of the videos, newest first. */
export function listTitles(db: Kysely<Database>, table: 'blogs' | 'videos'): Promise<{ _id: string; title: string }[]> {
  return db.selectFrom(table).select(['id as _id', 'title']).orderBy('id', 'desc').execute();
}
