import type { ContentEntry } from '@godhuli/contracts/content';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';

const COLUMNS = ['id as _id', 'section', 'key', 'value'] as const;

/** Returns all texts, or those of one section. */
export function listContent(db: Kysely<Database>, section?: string): Promise<ContentEntry[]> {
  const all = db.selectFrom('content').select(COLUMNS).orderBy('id');
  return (section === undefined ? all : all.where('section', '=', section)).execute();
}

/** Returns one text, trimmed; '' without one. */
export async function readText(db: Kysely<Database>, section: string, key: string): Promise<string> {
  const entry = await db
    .selectFrom('content')
    .select('value')
    .where('section', '=', section)
    .where('key', '=', key)
    .executeTakeFirst();
  return entry?.value.trim() ?? '';
}

/** Returns a text and locks it until the transaction ends. @throws NotFound */
export async function lockContent(transaction: Transaction<Database>, id: string): Promise<ContentEntry> {
  const entry = await transaction
    .selectFrom('content')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!entry) throw new NotFound();
  return entry;
}

export function insertContent(db: Kysely<Database>, entry: Omit<ContentEntry, '_id'>): Promise<ContentEntry> {
  return db.insertInto('content').values(entry).returning(COLUMNS).executeTakeFirstOrThrow();
}

export function updateContent(db: Kysely<Database>, id: string, value: string): Promise<ContentEntry> {
  return db.updateTable('content').set({ value }).where('id', '=', id).returning(COLUMNS).executeTakeFirstOrThrow();
}
