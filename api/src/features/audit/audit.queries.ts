import type { AuditPage, AuditQuery } from '@godhuli/contracts/audit';
import type { PageQuery } from '@godhuli/contracts/pages';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';

/** Returns one page of audit entries, newest first. Ordered by id, because timestamps may be equal. */
export async function listAudit(db: Kysely<Database>, query: AuditQuery): Promise<AuditPage> {
  let wanted = db
    .selectFrom('audit')
    .select(['id as _id', 'at', 'user_name as by', 'network', 'action', 'entity_id as entityId', 'before', 'after'])
    .orderBy('id', 'desc')
    .limit(query.limit + 1);
  if (query.cursor !== undefined) wanted = wanted.where('id', '<', query.cursor);
  if (query.action !== undefined) wanted = wanted.where('action', '=', query.action);
  if (query.entityId !== undefined) wanted = wanted.where('entity_id', '=', query.entityId);
  const { rows, next } = pageOf(await wanted.execute(), query.limit, ({ _id }) => _id);
  return { entries: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next };
}

/** Returns one page of the entries about one portfolio item, newest first. */
export async function historyOf(db: Kysely<Database>, id: string, { cursor, limit }: PageQuery) {
  let wanted = db
    .selectFrom('audit')
    .select(['id', 'at', 'user_name', 'action', 'before', 'after'])
    .where('action', 'like', 'portfolio.%')
    .where('action', '!=', 'portfolio.move')
    .where('entity_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) wanted = wanted.where('id', '<', cursor);
  return pageOf(await wanted.execute(), limit, (row) => row.id);
}

/** Removes what the audit log says about things of a person, and from where a visitor sent them. Who changed what and when stays. */
export async function scrubAuditEntries(db: Kysely<Database>, noun: string, ids: readonly string[]): Promise<void> {
  await sql`
    update audit set before = null, after = null, network = case when user_id is null then null else network end
    where action like ${`${noun}.%`} and entity_id = any(${[...ids]}::text[])`.execute(db);
}
