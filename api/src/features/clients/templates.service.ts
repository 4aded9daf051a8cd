import {
  MAX_TEMPLATES,
  type ReplyTemplate,
  type replyTemplateInputSchema,
  type replyTemplateUpdateSchema,
} from '@godhuli/contracts/reply-templates';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound, StaleVersion } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited, onceWithKey } from '../audit/index.js';

const templates = (db: Kysely<Database>) =>
  db.selectFrom('reply_templates').select(['id as _id', 'name', 'texts', 'version']);

/** Returns the templates by name. */
export const listTemplates = (db: Kysely<Database>): Promise<ReplyTemplate[]> =>
  templates(db).orderBy(sql`lower(name)`).orderBy('id').execute();

/**
 * Adds a template.
 * @param key a retry with the same key returns the template that the first attempt stored, and adds nothing
 * @throws Conflict when there are too many
 */
export function addTemplate(
  db: Kysely<Database>,
  actor: Actor,
  { name, texts }: z.output<typeof replyTemplateInputSchema>,
  key: string | null,
): Promise<ReplyTemplate> {
  const add = async (transaction: Transaction<Database>) => {
    const all = await transaction.selectFrom('reply_templates').select('id').limit(MAX_TEMPLATES).execute();
    if (all.length >= MAX_TEMPLATES)
      throw new Conflict(`There are ${MAX_TEMPLATES} templates already. Please delete one first.`);
    const { id } = await transaction
      .insertInto('reply_templates')
      .values({ name, texts: JSON.stringify(texts), created_with_key: key })
      .returning('id')
      .executeTakeFirstOrThrow();
    const result = { _id: id, name, texts, version: 1 };
    return { entityId: id, before: null, after: result, result };
  };
  const findStored = (transaction: Transaction<Database>, created: string) =>
    templates(transaction).where('created_with_key', '=', created).executeTakeFirst();
  // The one lock of all templates counts them, and lets a retry wait for the first attempt.
  const options = { ...onceWithKey(key, findStored), lock: 'reply templates' };
  return audited(db, actor, 'reply-templates.create', add, options);
}

/** @throws NotFound, Conflict, BadInput */
export function changeTemplate(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  { version, name, texts }: z.output<typeof replyTemplateUpdateSchema>,
  readOnly: ReadOnlyFields,
): Promise<ReplyTemplate> {
  return audited(db, actor, 'reply-templates.update', async (transaction) => {
    const before = await lockTemplate(transaction, id, version);
    requireUnchanged(before, readOnly);
    await transaction
      .updateTable('reply_templates')
      .set({ version: sql`version + 1`, name, ...(texts && { texts: JSON.stringify(texts) }) })
      .where('id', '=', id)
      .execute();
    const after = await templates(transaction).where('id', '=', id).executeTakeFirstOrThrow();
    return { entityId: id, before, after, result: after };
  });
}

/** @throws NotFound, Conflict */
export function deleteTemplate(db: Kysely<Database>, actor: Actor, id: string, version: number): Promise<void> {
  return audited(db, actor, 'reply-templates.delete', async (transaction) => {
    const before = await lockTemplate(transaction, id, version);
    await transaction.deleteFrom('reply_templates').where('id', '=', id).execute();
    return { entityId: id, before, after: null, result: undefined };
  });
}

async function lockTemplate(transaction: Transaction<Database>, id: string, version: number): Promise<ReplyTemplate> {
  const template = await templates(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!template) throw new NotFound('Template not found. It may have been deleted.');
  if (template.version !== version)
    throw new StaleVersion('Someone else changed this template. Reload to see their version.', template);
  return template;
}
