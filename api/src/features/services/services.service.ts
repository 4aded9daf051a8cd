import type { Service, serviceInputSchema, serviceUpdateSchema } from '@godhuli/contracts/services';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { type ReadOnlyFields, requireUnchanged } from '../../http/read-only.js';
import { type Actor, audited } from '../audit/index.js';
import { chosenImage } from '../media/index.js';
import { findByKey, PUBLISH_LOCK, withRevision } from '../publishing/index.js';
import { findService, insertService, lockService, updateService } from './services.queries.js';

type Input = z.output<typeof serviceInputSchema>;
type Update = z.output<typeof serviceUpdateSchema>;

/**
 * Adds a service at the end of the list.
 * @param key a retry with the same key returns the service that the first attempt stored, and adds nothing
 */
export function createService(db: Kysely<Database>, actor: Actor, input: Input, key: string | null): Promise<Service> {
  // A key has no space, so this is never the key of a draft.
  const storedKey = key === null ? null : `service ${key}`;
  const findStored = async (transaction: Transaction<Database>) => {
    const revision = storedKey === null ? undefined : await findByKey(transaction, storedKey);
    return revision && findService(transaction, revision.entity_id);
  };
  return audited(
    db,
    actor,
    'services.create',
    async (transaction) => {
      const { mediaId: _, ...columns } = input;
      const image = { media_id: null, ...(await chosenImage(transaction, input)) };
      const service = await withRevision(
        ...([transaction, actor, 'service', null] as const),
        () => insertService(transaction, { ...columns, ...image }),
        ({ _id }) => _id,
        storedKey,
      );
      return { entityId: service._id, before: null, after: service, result: service };
    },
    { lock: PUBLISH_LOCK, findStored },
  );
}

/** Changes a service. @throws NotFound; BadInput for a read-only field that differs */
export function changeService(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  input: Update,
  readOnly: ReadOnlyFields,
): Promise<Service> {
  return audited(
    db,
    actor,
    'services.update',
    async (transaction) => {
      const before = await lockService(transaction, id);
      requireUnchanged(before, readOnly);
      const { mediaId: _, ...columns } = input;
      const photo = await chosenImage(transaction, input);
      const after = await withRevision(transaction, actor, 'service', id, () =>
        updateService(transaction, id, { ...columns, ...photo }),
      );
      return { entityId: id, before, after, result: after };
    },
    { lock: PUBLISH_LOCK },
  );
}

/** Marks a service as deleted. @throws NotFound */
export function deleteService(db: Kysely<Database>, actor: Actor, id: string): Promise<void> {
  return audited(
    db,
    actor,
    'services.delete',
    async (transaction) => {
      const before = await lockService(transaction, id);
      await withRevision(transaction, actor, 'service', id, () =>
        updateService(transaction, id, { deleted_at: sql<Date>`now()` }),
      );
      return { entityId: id, before, after: null, result: undefined };
    },
    { lock: PUBLISH_LOCK },
  );
}
