import type { AuditPage, AuditQuery } from '@godhuli/contracts/audit';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';

/** One page of what was changed, newest first; by id, because two changes may bear the same moment. */
export async function listAudit(db: Kysely<Database>, query: AuditQuery): Promise<AuditPage> {
  let wanted = db
    .selectFrom('audit')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  if (query.before !== undefined) wanted = wanted.where('id', '<', query.before);
  if (query.action !== undefined) wanted = wanted.where('action', '=', query.action);
  if (query.entityId !== undefined) wanted = wanted.where('entity_id', '=', query.entityId);
  const rows = await wanted.execute();
  const shown = rows.slice(0, query.limit);
  const entries = shown.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    by: row.user_name,
    network: row.network,
    action: row.action,
    entityId: row.entity_id,
    before: row.before,
    after: row.after,
  }));
  return { entries, next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null };
}
