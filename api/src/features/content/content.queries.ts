import type { ContentEntry } from '@godhuli/contracts/content';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';

const COLUMNS = ['id as _id', 'section', 'key', 'value'] as const;

/** Every text, or those of one section. */
export function listContent(db: Kysely<Database>, section?: string): Promise<ContentEntry[]> {
  const all = db.selectFrom('content').select(COLUMNS).orderBy('id');
  return (section === undefined ? all : all.where('section', '=', section)).execute();
}

/** One text, locked until the transaction ends. */
export function findContent(db: Kysely<Database>, id: string): Promise<ContentEntry | undefined> {
  return db.selectFrom('content').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export function insertContent(db: Kysely<Database>, entry: Omit<ContentEntry, '_id'>): Promise<ContentEntry> {
  return db.insertInto('content').values(entry).returning(COLUMNS).executeTakeFirstOrThrow();
}

export function updateContent(db: Kysely<Database>, id: string, value: string): Promise<ContentEntry> {
  return db.updateTable('content').set({ value }).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
}
