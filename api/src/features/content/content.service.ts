import type { ContentEntry } from '@godhuli/contracts/content';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { Conflict } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited } from '../audit/index.js';
import { insertContent, lockContent, updateContent } from './content.queries.js';

/** Adds a text. @throws Conflict when the section already has this key */
export async function createContent(
  db: Kysely<Database>,
  actor: Actor,
  input: Omit<ContentEntry, '_id'>,
): Promise<ContentEntry> {
  try {
    return await audited(db, actor, 'content.create', async (transaction) => {
      const entry = await insertContent(transaction, input);
      return { entityId: entry._id, before: null, after: entry, result: entry };
    });
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict(`The text ${input.section}.${input.key} already exists.`);
    throw error;
  }
}

/** Changes a text. @throws NotFound; BadInput for a read-only field that differs */
export function changeContent(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  value: string,
  readOnly: ReadOnlyFields,
): Promise<ContentEntry> {
  return audited(db, actor, 'content.update', async (transaction) => {
    const before = await lockContent(transaction, id);
    requireUnchanged(before, readOnly);
    const after = await updateContent(transaction, id, value);
    return { entityId: id, before, after, result: after };
  });
}
