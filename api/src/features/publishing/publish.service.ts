import { documentLabel, type ListEntity, publishProblems } from '@godhuli/contracts/documents';
import type { FieldError } from '@godhuli/contracts/problem';
import type { Selected } from '@godhuli/contracts/publishing';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import type { CacheTag } from '../../http/read-cache.js';
import { type Actor, addAuditEntry, requireActor } from '../audit/index.js';
import { checkedBody, completeBody, keepFirstVersion, readDocument } from './documents.service.js';
import { STORES } from './entities/stores.js';
import { changedTables, storeOf } from './entities/translations.js';
import {
  type DocumentKey,
  insertRevision,
  keyOf,
  lockDocument,
  lockPending,
  moveToHistory,
  newestVersion,
  type RevisionRow,
} from './revisions.queries.js';

/** Held by everything that changes what visitors see, so that rules about several documents hold. */
export const PUBLISH_LOCK = 'publish site';

/**
 * Publishes drafts, all or none.
 * @returns the tables that changed
 * @throws NotFound without a draft; BadInput when a draft is incomplete; Conflict with `current` when one has changed
 */
export function publishDrafts(db: Kysely<Database>, actor: Actor, documents: readonly Selected[]): Promise<CacheTag[]> {
  return db.transaction().execute(async (transaction) => {
    await lockUntilCommit(transaction, PUBLISH_LOCK);
    await requireActor(transaction, actor);
    const drafts = await lockSelected(transaction, documents);
    return applyRevisions(transaction, actor, drafts);
  });
}

/** Locks the chosen drafts. @throws NotFound, Conflict, BadInput for one that was chosen twice */
export async function lockSelected(
  transaction: Transaction<Database>,
  documents: readonly Selected[],
): Promise<RevisionRow[]> {
  const rows: RevisionRow[] = [];
  // In one order, so that two publishers wait for each other instead of failing.
  for (const { version, ...key } of [...documents].sort(byKey)) {
    const pending = await lockPending(transaction, key);
    if (!pending) throw new NotFound('Someone else published or discarded a draft. Reload the list of drafts.');
    if (pending.version !== version || pending.state === 'scheduled') {
      const current = await readDocument(transaction, key);
      throw new Conflict(`'${current.label}' was changed or scheduled by someone else. Check it again.`, { current });
    }
    if (rows.some(({ id }) => id === pending.id))
      throw new BadInput([{ field: 'documents', message: 'A draft was chosen twice.' }]);
    rows.push(pending);
  }
  return rows;
}

const textOf = ({ entity, id, locale }: DocumentKey) => `${entity} ${id} ${locale}`;
const byKey = (one: DocumentKey, other: DocumentKey) => (textOf(one) < textOf(other) ? -1 : 1);

/** Makes pending revisions public, in the caller's transaction, which holds `PUBLISH_LOCK`. */
export async function applyRevisions(
  transaction: Transaction<Database>,
  actor: Actor,
  pending: readonly RevisionRow[],
): Promise<CacheTag[]> {
  requireComplete(pending);
  const changed = new Set<CacheTag>();
  // An order may name items that are new.
  const sorted = [...pending].sort((one, other) => Number(one.entity === 'order') - Number(other.entity === 'order'));
  for (const row of sorted) {
    const key = keyOf(row);
    const { entity, id, locale } = key;
    const store = storeOf(entity, locale);
    const before = (await store.read(transaction, [id])).get(id) ?? null;
    const entityId = nameOf(key);
    const body = checkedBody(key, completeBody(entity, id, before, row.body, locale), entityId);
    await prefixed(entityId, () => store.apply(transaction, id, body, before));
    // Beside its English text it is as new as that one.
    const isBesideEnglish = pending.some(
      (each) => each.locale === 'en' && each.entity === entity && each.entity_id === id,
    );
    await moveToHistory(transaction, row, 'published', actor, isBesideEnglish ? null : row.at);
    await addAuditEntry(transaction, actor, 'site.publish', { entityId, before, after: row.body });
    for (const table of changedTables(entity, id, locale)) changed.add(table);
  }
  if (pending.some(({ entity }) => entity === 'package')) await requireOnePopular(transaction);
  return [...changed];
}

/** Names a document in messages about fields and in the audit log: `package.7`, `mr.package.7`. */
const nameOf = ({ entity, id, locale }: DocumentKey) => `${locale === 'en' ? '' : `${locale}.`}${entity}.${id}`;

/** The field of a problem names the document: `package.7.rupees`. */
const prefixed = async (prefix: string, work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    throw new BadInput(error.errors.map(({ field, message }) => ({ field: `${prefix}.${field}`, message })));
  }
};

/** @throws BadInput for each draft that cannot be published yet */
export function requireComplete(pending: readonly RevisionRow[]): void {
  const problems = pending.flatMap((row): FieldError[] => {
    const { entity, entity_id: id, locale, body } = row;
    const label = documentLabel(entity, id, body, locale);
    return publishProblems(entity, id, body, locale).map(({ field, message }) => ({
      field: `${nameOf(keyOf(row))}.${field}`,
      message: `${label}: ${message}`,
    }));
  });
  if (problems.length > 0) throw new BadInput(problems, 'Some drafts are not complete yet.');
}

/** @throws BadInput when a category would have two most popular packages */
async function requireOnePopular(transaction: Transaction<Database>) {
  const { rows } = await sql<{ id: string; name: string; category: string; others: string }>`
    select id::text as id, name, category, (
      select string_agg(other.name, ', ' order by other.position) from packages other
      where other.popular and other.archived_at is null and other.category = packages.category and other.id <> packages.id
    ) as others
    from packages where popular and archived_at is null order by id desc`.execute(transaction);
  const problems = rows
    .filter(({ others }) => others !== null)
    .map(({ id, name, category, others }) => ({
      field: `package.${id}.popular`,
      message: `${name}: only one package of '${category}' can be the most popular one; ${others} is as well.`,
    }));
  if (problems.length > 0) throw new BadInput(problems, 'Only one package of a category can be the most popular one.');
}

/**
 * Runs a write that changes what visitors see at once, and adds its result to the history of the document.
 * The transaction holds `PUBLISH_LOCK`.
 * @param id null for a new item, whose id `idOf` returns
 * @param createdWithKey finds the revision of a new item again
 */
export async function withRevision<T>(
  transaction: Transaction<Database>,
  actor: Actor,
  entity: ListEntity | 'text',
  id: string | null,
  work: () => Promise<T>,
  idOf: (result: T) => string = () => id ?? '',
  createdWithKey: string | null = null,
): Promise<T> {
  const locale = 'en';
  if (id !== null) {
    // Not at the same moment as a draft: both take the next version.
    await lockDocument(transaction, { entity, id, locale });
    await keepFirstVersion(transaction, { entity, id, locale });
  }
  const result = await work();
  const key = { entity, id: idOf(result), locale } as const;
  const body = (await STORES[entity].read(transaction, [key.id])).get(key.id);
  const version = (await newestVersion(transaction, key)) + 1;
  if (body) await insertRevision(transaction, { key, version, body, state: 'published', actor, createdWithKey });
  return result;
}
