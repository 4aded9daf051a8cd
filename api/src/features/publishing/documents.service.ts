import { isDeepStrictEqual } from 'node:util';
import {
  type Body,
  bodySchema,
  categoryKey,
  documentLabel,
  EMPTY_BODIES,
  type Entity,
  emptyTranslation,
  isBlank,
  isListEntity,
  type ListEntity,
  MOST_ITEMS,
  photoFields,
  withDefaultTexts,
} from '@godhuli/contracts/documents';
import { fieldMessage } from '@godhuli/contracts/field-message';
import type { Locale } from '@godhuli/contracts/locales';
import type { DocumentsPage, SiteDocument } from '@godhuli/contracts/publishing';
import type { TextSection } from '@godhuli/contracts/site-texts';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { fieldErrors } from '../../http/validate.js';
import { type Actor, requireActor } from '../audit/index.js';
import { requireStoredMedia } from '../media/index.js';
import { changesOfEnglish } from './changes-of-english.js';
import { ARCHIVED, LIST_TABLES } from './entities/order.js';
import { storeOf } from './entities/translations.js';
import {
  type DocumentKey,
  findByKey,
  findNewest,
  findPending,
  insertRevision,
  keyOf,
  lockDocument,
  lockPending,
  moveToHistory,
  newestVersion,
  type RevisionRow,
  updateDraft,
} from './revisions.queries.js';

const CHANGED = 'Someone else changed this. Compare your version with theirs.';

/** Returns some documents of one entity, in the order of `ids`. Ids that do not exist are left out. */
export async function readDocuments(
  db: Kysely<Database>,
  entity: Entity,
  ids: readonly string[],
  locale: Locale,
): Promise<SiteDocument[]> {
  const live = await storeOf(entity, locale).read(db, ids);
  const pending = await findPending(db, entity, ids, locale);
  const newest = await findNewest(db, entity, ids, locale);
  const schedules = await schedulesOf(db, [...pending.values()]);
  const savedAt = new Map(
    ids.map((id) => {
      const saved = pending.get(id) ?? newest.get(id);
      return [id, saved?.saved_at ?? saved?.at ?? null];
    }),
  );
  const changed = locale === 'en' ? null : await changesOfEnglish(db, entity, savedAt);
  return ids.flatMap((id): SiteDocument[] => {
    const draft = pending.get(id);
    const shown = live.get(id) ?? null;
    const last = newest.get(id);
    if (!draft && !shown) return [];
    const body = completeBody(entity, id, shown, draft?.body ?? {}, locale);
    const saved = draft ?? last;
    return [
      {
        ...{ entity, id, locale, label: documentLabel(entity, id, body, locale), body, live: shown },
        version: draft?.version ?? last?.newest ?? 0,
        state: stateOf(draft, shown),
        savedBy: saved?.author ?? null,
        savedAt: saved?.at.toISOString() ?? null,
        schedule: schedules.get(draft?.schedule_id ?? '') ?? null,
        ...(changed && { changedInEnglish: (changed.get(id) ?? []).filter((field) => !isBlank(body[field])) }),
      },
    ];
  });
}

/** Returns a body with all fields: it may have been stored before one of them existed. */
export const completeBody = (
  entity: Entity,
  id: string,
  live: Body | null,
  body: Body,
  locale: Locale = 'en',
): Body => ({ ...(live ?? emptyBody(entity, id, locale)), ...body });

/** Returns the values of fields that a body lacks. */
function emptyBody(entity: Entity, id: string, locale: Locale): Body {
  if (locale !== 'en') return emptyTranslation(entity, id);
  if (isListEntity(entity)) return EMPTY_BODIES[entity];
  return entity === 'text' ? withDefaultTexts(id as TextSection, {}) : {};
}

function stateOf(draft: RevisionRow | undefined, live: Body | null): SiteDocument['state'] {
  if (!draft) return 'published';
  if (draft.state === 'scheduled') return 'scheduled';
  return live ? 'draft' : 'new';
}

async function schedulesOf(db: Kysely<Database>, drafts: readonly RevisionRow[]) {
  const ids = [...new Set(drafts.flatMap(({ schedule_id }) => schedule_id ?? []))];
  if (ids.length === 0) return new Map<string, NonNullable<SiteDocument['schedule']>>();
  const rows = await db.selectFrom('schedules').selectAll().where('id', 'in', ids).execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...{ _id: row.id, wallTime: row.wall_time, zone: row.zone, dueAt: row.due_at.toISOString() },
        by: row.created_by,
      },
    ]),
  );
}

/** @throws NotFound */
export async function readDocument(db: Kysely<Database>, { entity, id, locale }: DocumentKey): Promise<SiteDocument> {
  if (!bodySchema(entity, id, locale)) throw new NotFound();
  const [document] = await readDocuments(db, entity, [id], locale);
  if (!document) throw new NotFound();
  return document;
}

/** Items that were never published come after all others. */
const LAST = 2_147_483_647;

/** Returns one page of a list in the published order. */
export async function listDocuments(
  db: Kysely<Database>,
  query: { entity: ListEntity; locale: Locale; cursor?: string; limit: number },
): Promise<DocumentsPage> {
  const { entity, locale, cursor = '-1.0', limit } = query;
  const [position, id] = cursor.split('.');
  const table = sql.table(LIST_TABLES[entity]);
  const { rows } = await sql<{ id: string; position: number }>`
    select id::text as id, position from (
      select id, position from ${table}
      union all
      select entity_id::bigint, ${LAST}::integer from revisions
      where entity = ${entity} and locale = 'en' and state in ('draft', 'scheduled')
        and not exists (select from ${table} as item where item.id = revisions.entity_id::bigint)
    ) as every
    where (position, id) > (${position}::bigint, ${id}::bigint)
    order by every.position, every.id limit ${limit + 1}`.execute(db);
  const page = pageOf(rows, limit, (row) => `${row.position}.${row.id}`);
  const ids = page.rows.map((row) => row.id);
  return { documents: await readDocuments(db, entity, ids, locale), next: page.next };
}

/** Checks a body against the schema of its document. @throws NotFound, BadInput with fields below `body.` */
export function checkedBody({ entity, id, locale }: DocumentKey, body: Body, prefix = 'body'): Body {
  const schema = bodySchema(entity, id, locale);
  if (!schema) throw new NotFound();
  const parsed = schema.safeParse(body, { error: fieldMessage });
  if (parsed.success) return parsed.data as Body;
  throw new BadInput(
    fieldErrors(parsed.error).map(({ field, message }) => ({
      field: `${prefix}.${field}`.replace(/\.$/, ''),
      message,
    })),
  );
}

/** @throws Conflict with the stored document when it is not the version that the editor saw */
async function requireVersion(transaction: Transaction<Database>, key: DocumentKey, stored: number, seen: number) {
  if (stored === seen) return;
  throw new Conflict(CHANGED, { current: await readDocument(transaction, key) });
}

const SCHEDULED = 'This is scheduled for publication. Cancel the schedule to change it.';

/**
 * Saves a draft. A body that is already stored changes nothing.
 * @throws NotFound, BadInput; Conflict when it was changed since `version` was read, or is scheduled
 */
export function saveDraft(
  db: Kysely<Database>,
  actor: Actor,
  key: DocumentKey,
  { version, body }: { version: number; body: Body },
): Promise<SiteDocument> {
  const { entity, id, locale } = key;
  const checked = checkedBody(key, body);
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    await lockDocument(transaction, key);
    const pending = await lockPending(transaction, key);
    const live = (await storeOf(entity, locale).read(transaction, [id])).get(id) ?? null;
    if (!pending && !live) throw new NotFound();
    // Also a retry after a lost response, whose version is stale.
    if (isDeepStrictEqual(checked, pending?.body ?? live)) return readDocument(transaction, key);
    await requireVersion(transaction, key, pending?.version ?? (await newestVersion(transaction, key)), version);
    if (pending?.state === 'scheduled')
      throw new Conflict(SCHEDULED, { current: await readDocument(transaction, key) });
    await requireKnownSpelling(transaction, key, checked);
    await requireChosenPhotos(transaction, key, checked, pending?.body ?? live);
    if (pending) await updateDraft(transaction, pending.id, checked, actor);
    else await insertDraft(transaction, actor, key, checked);
    return readDocument(transaction, key);
  });
}

/** Adds the first draft after a publication. */
async function insertDraft(transaction: Transaction<Database>, actor: Actor, key: DocumentKey, body: Body) {
  await keepFirstVersion(transaction, key);
  const version = (await newestVersion(transaction, key)) + 1;
  await insertRevision(transaction, { key, version, body, state: 'draft', actor });
}

/** Who wrote what was on the page before the history began. */
const BEFORE_HISTORY = { id: null, name: 'this installation' };

/** Adds what visitors see now to an empty history, so that it can be restored. */
export async function keepFirstVersion(transaction: Transaction<Database>, key: DocumentKey): Promise<void> {
  if ((await newestVersion(transaction, key)) > 0) return;
  const body = (await storeOf(key.entity, key.locale).read(transaction, [key.id])).get(key.id);
  const isShown = key.locale === 'en' || !isBlank(Object.values(body ?? {}));
  if (body && isShown)
    await insertRevision(transaction, { key, version: 1, body, state: 'published', actor: BEFORE_HISTORY });
}

/** @throws BadInput for a photo that was chosen since and does not exist: a browser may have kept the choice for weeks */
async function requireChosenPhotos(
  transaction: Transaction<Database>,
  { entity, id: documentId }: DocumentKey,
  body: Body,
  stored: Body | null,
) {
  for (const field of photoFields(entity, documentId)) {
    const id = body[field];
    if (typeof id === 'string' && id !== stored?.[field]) await requireStoredMedia(transaction, id, `body.${field}`);
  }
}

/** @throws BadInput when another package has the same category in another spelling */
async function requireKnownSpelling(
  transaction: Transaction<Database>,
  { entity, id, locale }: DocumentKey,
  body: Body,
) {
  const category = entity === 'package' && locale === 'en' ? (body.category as string) : '';
  if (category === '') return;
  const { rows } = await sql<{ category: string }>`
    select category from packages where archived_at is null and id::text <> ${id}
    union select body->>'category' from revisions
    where entity = 'package' and state in ('draft', 'scheduled') and entity_id <> ${id}`.execute(transaction);
  const other = rows.find((row) => row.category !== category && categoryKey(row.category) === categoryKey(category));
  if (!other) return;
  const message = `Please use the spelling of the other packages: '${other.category}'.`;
  throw new BadInput([{ field: 'body.category', message }]);
}

/**
 * Adds a new item as a draft, empty or like another one.
 * @param createdWithKey a retry with the same key returns the item that the first attempt added, and adds nothing
 * @throws NotFound when there is nothing to copy; BadInput when the list is full
 */
export async function createDocument(
  db: Kysely<Database>,
  actor: Actor,
  { entity, locale, copyOf }: { entity: ListEntity; locale: Locale; copyOf?: string },
  createdWithKey: string | null,
): Promise<SiteDocument> {
  if (locale !== 'en') throw new BadInput([{ field: 'locale', message: 'Please add the item in English first.' }]);
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    // Items are counted and then added, so only one writer at a time may do that.
    await lockDocument(transaction, { entity: 'order', id: entity, locale });
    const stored = createdWithKey === null ? undefined : await findByKey(transaction, createdWithKey);
    if (stored) return readDocument(transaction, keyOf(stored));
    await requireRoom(transaction, entity);
    const source = copyOf === undefined ? null : await readDocument(transaction, { entity, id: copyOf, locale });
    const body = source ? copied(entity, source.body) : EMPTY_BODIES[entity];
    const { rows } = await sql<{ id: string }>`
      select nextval(pg_get_serial_sequence(${LIST_TABLES[entity]}, 'id'))::text as id`.execute(transaction);
    const key = { entity, id: rows[0]?.id ?? '', locale };
    await insertRevision(transaction, { key, version: 1, body, state: 'draft', actor, createdWithKey });
    return readDocument(transaction, key);
  });
}

async function requireRoom(transaction: Transaction<Database>, entity: ListEntity) {
  const table = sql.table(LIST_TABLES[entity]);
  const { rows } = await sql<{ count: string }>`
    select (select count(*) from ${table} where ${sql.ref(ARCHIVED[entity])} is null)
      + (select count(*) from revisions where entity = ${entity} and state in ('draft', 'scheduled')
         and not exists (select from ${table} as item where item.id = revisions.entity_id::bigint)) as count`.execute(
    transaction,
  );
  const most = MOST_ITEMS[entity];
  if (Number(rows[0]?.count) < most) return;
  const message = `The page can have at most ${most} ${entity}s. Archive one first.`;
  throw new BadInput([{ field: 'entity', message }], message);
}

function copied(entity: ListEntity, body: Body): Body {
  const field = entity === 'service' ? 'title' : 'name';
  const name = `${String(body[field]).slice(0, 110)} (copy)`;
  return {
    ...body,
    [field]: name,
    archived: false,
    ...(entity === 'package' ? { popular: false } : {}),
    // Consent belongs to one testimonial.
    ...(entity === 'testimonial' ? { consent: false, consentNote: '' } : {}),
  };
}

/**
 * Moves the draft of a document to the history; what visitors see stays.
 * @throws NotFound without a draft; Conflict when it was changed since `version` was read, or is scheduled
 */
export function discardDraft(db: Kysely<Database>, actor: Actor, key: DocumentKey, version: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    await lockDocument(transaction, key);
    const pending = await lockPending(transaction, key);
    if (!pending) throw new NotFound('There is no draft.');
    await requireVersion(transaction, key, pending.version, version);
    if (pending.state === 'scheduled') throw new Conflict(SCHEDULED, { current: await readDocument(transaction, key) });
    await moveToHistory(transaction, pending, 'archived', actor);
  });
}

/** Copies a revision into the draft of its document. @throws as `saveDraft` */
export async function restoreRevision(
  db: Kysely<Database>,
  actor: Actor,
  revision: RevisionRow,
  version: number,
): Promise<SiteDocument> {
  const { entity, entity_id: id, locale } = revision;
  if (isListEntity(entity) && (await readDocuments(db, entity, [id], locale)).length === 0)
    return bringBack(db, actor, revision, version);
  return saveDraft(
    db,
    actor,
    { entity, id, locale },
    { version, body: onlyKnown({ entity, id, locale }, revision.body) },
  );
}

/** Restores an item that was never published and whose draft was discarded. */
function bringBack(db: Kysely<Database>, actor: Actor, revision: RevisionRow, version: number) {
  const key = { entity: revision.entity, id: revision.entity_id, locale: revision.locale };
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor);
    await lockDocument(transaction, key);
    const stored = (await lockPending(transaction, key))?.version ?? (await newestVersion(transaction, key));
    await requireVersion(transaction, key, stored, version);
    const next = stored + 1;
    await insertRevision(transaction, { key, version: next, body: revision.body, state: 'draft', actor });
    return readDocument(transaction, key);
  });
}

/** An older revision may have a field that no longer exists, and lack a newer one. */
function onlyKnown({ entity, id, locale }: DocumentKey, body: Body): Body {
  const fields = Object.keys(bodySchema(entity, id, locale)?.shape ?? {});
  const empty = emptyBody(entity, id, locale);
  return Object.fromEntries(
    fields.flatMap((field) => (field in body || field in empty ? [[field, body[field] ?? empty[field]]] : [])),
  );
}
