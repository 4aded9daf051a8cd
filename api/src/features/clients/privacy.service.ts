import type { Client, clientEraseSchema, PrivacySettings } from '@godhuli/contracts/clients';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { Conflict, StaleVersion } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { CLIENT_CHANGED, lockClient, requireVersion } from './clients.queries.js';
import { type ClientExport, exportOf } from './export.queries.js';
import { type Scrubbed, scrubClient } from './scrub-client.js';

/** Returns everything that is stored about a client, and records that an admin asked for it. @throws NotFound */
export function exportClient(db: Kysely<Database>, actor: Actor, id: string): Promise<ClientExport> {
  const work = async (transaction: Parameters<typeof lockClient>[0]) => {
    const client = await lockClient(transaction, id);
    const result = await exportOf(transaction, client.id);
    return { entityId: client.id, before: null, after: { inquiries: result.inquiries.length }, result };
  };
  return audited(db, actor, 'clients.export', work, { needsPassword: true });
}

/**
 * Erases a client in one transaction: an interrupted erasure has changed nothing. The bytes of files follow the commit.
 * @throws NotFound; Conflict when the client was changed since the admin looked at it
 */
export function eraseClient(
  db: Kysely<Database>,
  actor: Actor,
  id: Client['_id'],
  { version }: z.output<typeof clientEraseSchema>,
): Promise<Scrubbed> {
  const work = async (transaction: Parameters<typeof lockClient>[0]) => {
    const client = await lockClient(transaction, id);
    // It was merged since it was read.
    if (client.id !== id) throw new Conflict(CLIENT_CHANGED);
    requireVersion(client, version);
    const result = await scrubClient(transaction, client.id);
    return { entityId: client.id, before: { ...result }, after: null, result };
  };
  return audited(db, actor, 'clients.erase', work, { needsPassword: true });
}

/** Returns how long inquiries without a booking are kept. */
export const readPrivacySettings = (db: Kysely<Database>): Promise<PrivacySettings> =>
  db
    .selectFrom('privacy_settings')
    .select(['retention_months as retentionMonths', 'version'])
    .executeTakeFirstOrThrow();

/** @throws Conflict when they were changed since `version` was read */
export function changePrivacySettings(
  db: Kysely<Database>,
  actor: Actor,
  { version, retentionMonths }: PrivacySettings,
): Promise<PrivacySettings> {
  return audited(db, actor, 'privacy.update', async (transaction) => {
    const before = await transaction
      .selectFrom('privacy_settings')
      .select(['retention_months as retentionMonths', 'version'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (before.version !== version)
      throw new StaleVersion('Someone else changed this setting. Reload to see their version.', before, {
        entityId: 'retention',
      });
    await transaction
      .updateTable('privacy_settings')
      .set({ retention_months: retentionMonths, version: sql`version + 1` })
      .execute();
    // `/privacy` says it to visitors.
    await transaction
      .insertInto('content')
      .values({ section: 'privacy', key: 'months', value: String(retentionMonths) })
      .onConflict((conflict) => conflict.columns(['section', 'key']).doUpdateSet({ value: String(retentionMonths) }))
      .execute();
    const after = await readPrivacySettings(transaction);
    return { entityId: 'retention', before, after, result: after };
  });
}
