import type { ContentEntry } from '@godhuli/contracts/content';
import { isSetting } from '@godhuli/contracts/documents';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { BadInput, Conflict } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited } from '../audit/index.js';
import { isTextSection, PUBLISH_LOCK, withRevision } from '../publishing/index.js';
import { insertContent, lockContent, updateContent } from './content.queries.js';

/** Adds a text. @throws BadInput for a setting; Conflict when the section already has this key */
export async function createContent(
  db: Kysely<Database>,
  actor: Actor,
  input: Omit<ContentEntry, '_id'>,
): Promise<ContentEntry> {
  refuseSetting(input);
  try {
    return await audited(
      db,
      actor,
      'content.create',
      async (transaction) => {
        const entry = await recorded(transaction, actor, input.section, () => insertContent(transaction, input));
        return { entityId: entry._id, before: null, after: entry, result: entry };
      },
      { lock: PUBLISH_LOCK },
    );
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict(`The text ${input.section}.${input.key} already exists.`);
    throw error;
  }
}

/** Changes a text. @throws NotFound; BadInput for a read-only field that differs, or a setting */
export function changeContent(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  value: string,
  readOnly: ReadOnlyFields,
): Promise<ContentEntry> {
  return audited(
    db,
    actor,
    'content.update',
    async (transaction) => {
      const before = await lockContent(transaction, id);
      requireUnchanged(before, readOnly);
      refuseSetting(before);
      const after = await recorded(transaction, actor, before.section, () => updateContent(transaction, id, value));
      return { entityId: id, before, after, result: after };
    },
    { lock: PUBLISH_LOCK },
  );
}

/** Settings have values of their own rules and a role of their own, which documents check. */
function refuseSetting({ section, key }: Pick<ContentEntry, 'section' | 'key'>): void {
  if (isSetting('text', section)) throw new BadInput([{ field: 'section', message: 'Change this in Settings.' }]);
  // What `/privacy` promises is what the retention does.
  if (section === 'privacy' && key === 'months')
    throw new BadInput([{ field: 'key', message: 'An admin changes this on the Clients page.' }]);
}

/** Runs a write and adds its result to the history of the section, if the page shows it. */
const recorded = <T>(transaction: Transaction<Database>, actor: Actor, section: string, work: () => Promise<T>) =>
  isTextSection(section) ? withRevision(transaction, actor, 'text', section, work) : work();
