import type { Service, serviceInputSchema, serviceUpdateSchema } from '@godhuli/contracts/services';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { chosenPhotograph } from '../../photographs.js';
import { type Actor, audited } from '../audit/audited.js';
import { findService, insertService, updateService } from './services.queries.js';

type Input = z.output<typeof serviceInputSchema>;
type Update = z.output<typeof serviceUpdateSchema>;

export function createService(db: Kysely<Database>, actor: Actor, input: Input): Promise<Service> {
  return audited(db, actor, 'services.create', async (transaction) => {
    const { mediaId: _, ...columns } = input;
    const photograph = { media_id: null, ...(await chosenPhotograph(transaction, input)) };
    const service = await insertService(transaction, { ...columns, ...photograph });
    return { entityId: service._id, before: null, after: service, answer: service };
  });
}

/** @throws NotFound */
export function changeService(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
  readOnly: ReadOnlyFields,
): Promise<Service> {
  return audited(db, actor, 'services.update', async (transaction) => {
    const before = await findService(transaction, id);
    if (!before) throw new NotFound();
    requireUnchanged(before, readOnly);
    const { mediaId: _, ...columns } = input;
    const after = await updateService(transaction, id, { ...columns, ...(await chosenPhotograph(transaction, input)) });
    return { entityId: id, before, after, answer: after };
  });
}

/** Deletes a service; its row stays. @throws NotFound */
export function deleteService(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(db, actor, 'services.delete', async (transaction) => {
    const before = await findService(transaction, id);
    if (!before) throw new NotFound();
    await updateService(transaction, id, { deleted_at: sql`now()` as never });
    return { entityId: id, before, after: null, answer: undefined };
  });
}
