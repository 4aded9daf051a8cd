import type { Entity } from '@godhuli/contracts/documents';
import type { Locale } from '@godhuli/contracts/locales';
import type {
  Comparison,
  DraftsPage,
  RevisionsPage,
  RevisionsQuery,
  SiteDocument,
} from '@godhuli/contracts/publishing';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { readDocuments } from './documents.service.js';
import {
  findPending,
  keyOf,
  listPending,
  listRevisions,
  newestVersion,
  readRevision,
  toRevision,
} from './revisions.queries.js';

/** Returns one page of drafts and scheduled revisions with what visitors see now. */
export async function listDrafts(
  db: Kysely<Database>,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<DraftsPage> {
  const { rows, next } = await listPending(db, cursor, limit);
  const groups = new Map<string, { entity: Entity; locale: Locale; ids: string[] }>();
  for (const { entity, locale, entity_id } of rows) {
    const group = groups.get(`${entity} ${locale}`) ?? { entity, locale, ids: [] };
    group.ids.push(entity_id);
    groups.set(`${entity} ${locale}`, group);
  }
  const found = new Map<string, SiteDocument>();
  for (const { entity, locale, ids } of groups.values())
    for (const document of await readDocuments(db, entity, ids, locale)) found.set(nameOf(document), document);
  const documents = rows.flatMap((row) => found.get(nameOf(keyOf(row))) ?? []);
  return { documents, next };
}

const nameOf = ({ entity, id, locale }: { entity: Entity; id: string; locale: Locale }) => `${entity} ${id} ${locale}`;

/** Returns one page of the history, newest first. */
export async function listHistory(db: Kysely<Database>, query: RevisionsQuery): Promise<RevisionsPage> {
  const { rows, next } = await listRevisions(db, query);
  return { revisions: rows.map(toRevision), next };
}

/** Returns a revision beside another one, by default what visitors see now. @throws NotFound */
export async function compareRevision(db: Kysely<Database>, id: string, otherId?: string): Promise<Comparison> {
  const row = await readRevision(db, id);
  const key = keyOf(row);
  const other = otherId === undefined ? null : await readRevision(db, otherId);
  const [document] = await readDocuments(db, key.entity, [key.id], key.locale);
  const pending = (await findPending(db, key.entity, [key.id], key.locale)).get(key.id);
  return {
    revision: toRevision(row),
    body: row.body,
    other: other ? other.body : (document?.live ?? null),
    currentVersion: pending?.version ?? (await newestVersion(db, key)),
  };
}
