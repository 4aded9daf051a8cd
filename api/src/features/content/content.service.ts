import type { ContentEntry } from '@godhuli/contracts/content';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited } from '../audit/audited.js';
import { findContent, insertContent, updateContent } from './content.queries.js';

/** @throws Conflict when the section has this key already */
export async function createContent(
  db: Kysely<Database>,
  actor: Actor,
  input: Omit<ContentEntry, '_id'>,
): Promise<ContentEntry> {
  try {
    return await audited(db, actor, 'content.create', async (transaction) => {
      const entry = await insertContent(transaction, input);
      return { entityId: entry._id, before: null, after: entry, answer: entry };
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict(`The text ${input.section}.${input.key} already exists.`);
    throw error;
  }
}

/** @throws NotFound */
export function changeContent(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  value: string,
  readOnly: ReadOnlyFields,
): Promise<ContentEntry> {
  return audited(db, actor, 'content.update', async (transaction) => {
    const before = await findContent(transaction, id);
    if (!before) throw new NotFound();
    requireUnchanged(before, readOnly);
    const after = await updateContent(transaction, id, value);
    return { entityId: id, before, after, answer: after };
  });
}
