import type { Body, Entity } from '@godhuli/contracts/documents';
import { documentLabel } from '@godhuli/contracts/documents';
import type { Locale } from '@godhuli/contracts/locales';
import type { Revision, RevisionState, RevisionsQuery } from '@godhuli/contracts/publishing';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { NotFound } from '../../http/errors.js';
import type { Actor } from '../audit/index.js';

export type RevisionRow = Selectable<Database['revisions']>;

/** Names one document in one language. */
export interface DocumentKey {
  entity: Entity;
  id: string;
  locale: Locale;
}

/** What a row is, for lists and for the API. */
export const keyOf = (row: Pick<RevisionRow, 'entity' | 'entity_id' | 'locale'>): DocumentKey => ({
  entity: row.entity,
  id: row.entity_id,
  locale: row.locale,
});

/** One writer of a document at a time, also before its first revision. */
export const lockDocument = (transaction: Transaction<Database>, { entity, id, locale }: DocumentKey) =>
  lockUntilCommit(transaction, `document ${entity} ${id} ${locale}`);

const ofDocument = (db: Kysely<Database>, { entity, id, locale }: DocumentKey) =>
  db.selectFrom('revisions').where('entity', '=', entity).where('entity_id', '=', id).where('locale', '=', locale);

/** Returns the draft or scheduled revision of a document and locks it until the transaction ends. */
export const lockPending = (transaction: Transaction<Database>, key: DocumentKey): Promise<RevisionRow | undefined> =>
  ofDocument(transaction, key).selectAll().where('state', 'in', ['draft', 'scheduled']).forUpdate().executeTakeFirst();

/** Returns the highest version of a document; 0 without revisions. */
export async function newestVersion(db: Kysely<Database>, key: DocumentKey): Promise<number> {
  const row = await ofDocument(db, key)
    .select((of) => of.fn.max('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

interface NewRevision {
  key: DocumentKey;
  version: number;
  body: Body;
  state: RevisionState;
  actor: Pick<Actor, 'id' | 'name'>;
  scheduleId?: string | null;
  createdWithKey?: string | null;
  /** when the body was saved, if that was earlier */
  savedAt?: Date | null;
}

export function insertRevision(db: Kysely<Database>, revision: NewRevision): Promise<RevisionRow> {
  const { key, version, body, state, actor, scheduleId = null, createdWithKey = null, savedAt = null } = revision;
  const { entity, locale } = key;
  const who = { author_id: actor.id, author: actor.name };
  return db
    .insertInto('revisions')
    .values({
      ...{ entity, entity_id: key.id, locale, version, state, schedule_id: scheduleId, ...who },
      body: JSON.stringify(body),
      created_with_key: createdWithKey,
      saved_at: savedAt,
      // Not the begin of a transaction that waited for a lock: schedules are compared with it.
      at: sql<Date>`clock_timestamp()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the revision of the item that was added with an Idempotency-Key. */
export const findByKey = (db: Kysely<Database>, key: string): Promise<RevisionRow | undefined> =>
  db.selectFrom('revisions').selectAll().where('created_with_key', '=', key).executeTakeFirst();

/** Replaces the body of a draft. Its version is the newest: what visitors see may have changed directly since the last save. */
export function updateDraft(db: Kysely<Database>, id: string, body: Body, actor: Actor): Promise<RevisionRow> {
  return db
    .updateTable('revisions')
    .set({
      body: JSON.stringify(body),
      version: sql<number>`(select max(version) + 1 from revisions of
        where of.entity = revisions.entity and of.entity_id = revisions.entity_id and of.locale = revisions.locale)`,
      ...{ author_id: actor.id, author: actor.name, at: sql<Date>`now()` },
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a draft or scheduled revision to the history, as its newest entry. `savedAt`: when its body was saved, if that counts. */
export async function moveToHistory(
  transaction: Transaction<Database>,
  pending: RevisionRow,
  state: 'published' | 'archived',
  actor: Pick<Actor, 'id' | 'name'>,
  savedAt: Date | null = null,
): Promise<RevisionRow> {
  await transaction.deleteFrom('revisions').where('id', '=', pending.id).execute();
  const { version, body } = pending;
  return insertRevision(transaction, { key: keyOf(pending), version, body, state, actor, savedAt });
}

/** Returns the drafts and scheduled revisions of some documents. */
export async function findPending(
  db: Kysely<Database>,
  entity: Entity,
  ids: readonly string[],
  locale: Locale,
): Promise<Map<string, RevisionRow>> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .where('entity', '=', entity)
    .where('entity_id', 'in', [...ids, ''])
    .where('locale', '=', locale)
    .where('state', 'in', ['draft', 'scheduled'])
    .execute();
  return new Map(rows.map((row) => [row.entity_id, row]));
}

/** Returns the newest published revision of some documents, else the newest one. */
export async function findNewest(
  db: Kysely<Database>,
  entity: Entity,
  ids: readonly string[],
  locale: Locale,
): Promise<Map<string, RevisionRow & { newest: number }>> {
  const { rows } = await sql<RevisionRow & { newest: number }>`
    select of.*, (
      select max(version) from revisions r
      where r.entity = of.entity and r.entity_id = of.entity_id and r.locale = of.locale
    ) as newest
    from unnest(${[...ids]}::text[]) as wanted (id)
      cross join lateral (
        -- Two look-ups by the index instead of a sort of the whole history.
        select * from (
          (select r.* from revisions r
            where r.entity = ${entity} and r.entity_id = wanted.id and r.locale = ${locale} and r.state = 'published'
            order by r.id desc limit 1)
          union all
          (select r.* from revisions r
            where r.entity = ${entity} and r.entity_id = wanted.id and r.locale = ${locale}
            order by r.id desc limit 1)
        ) as candidates
        order by (state = 'published') desc limit 1
      ) as of`.execute(db);
  return new Map(rows.map((row) => [row.entity_id, row]));
}

/** Returns one page of the drafts and scheduled revisions, oldest first. */
export async function listPending(db: Kysely<Database>, cursor: string | undefined, limit: number) {
  let wanted = db
    .selectFrom('revisions')
    .selectAll()
    .where('state', 'in', ['draft', 'scheduled'])
    .orderBy('id')
    .limit(limit + 1);
  if (cursor !== undefined) wanted = wanted.where('id', '>', cursor);
  return pageOf(await wanted.execute(), limit, ({ id }) => id);
}

/** Returns one page of the history, newest first. */
export async function listRevisions(db: Kysely<Database>, query: RevisionsQuery) {
  const { cursor, limit, entity, id, locale } = query;
  let wanted = db
    .selectFrom('revisions')
    .selectAll()
    .where('state', 'in', ['published', 'archived'])
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) wanted = wanted.where('id', '<', cursor);
  if (entity !== undefined) wanted = wanted.where('entity', '=', entity);
  if (id !== undefined) wanted = wanted.where('entity_id', '=', id);
  if (locale !== undefined) wanted = wanted.where('locale', '=', locale);
  return pageOf(await wanted.execute(), limit, (row) => row.id);
}

/** @throws NotFound */
export async function readRevision(db: Kysely<Database>, id: string): Promise<RevisionRow> {
  const row = await db.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new NotFound('Version not found.');
  return row;
}

/** Converts a row into the API's format. */
export const toRevision = (row: RevisionRow): Revision => ({
  ...{ _id: row.id, ...keyOf(row), label: documentLabel(row.entity, row.entity_id, row.body, row.locale) },
  ...{ version: row.version, state: row.state, by: row.author, at: row.at.toISOString() },
});
