import { type Body, type Entity, emptyTranslation, translatedFields } from '@godhuli/contracts/documents';
import type { Locale, TranslatedLocale } from '@godhuli/contracts/locales';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.js';
import type { CacheTag } from '../../../http/read-cache.js';
import type { EntityStore } from './entity-store.js';
import { STORES, tablesOf } from './stores.js';

/** Returns the ids of the documents that exist in English, also as a draft. */
async function idsInEnglish(db: Kysely<Database>, entity: Entity, ids: readonly string[]): Promise<string[]> {
  const live = await STORES[entity].read(db, ids);
  const drafts = await db
    .selectFrom('revisions')
    .select('entity_id')
    .where('entity', '=', entity)
    .where('entity_id', 'in', [...ids, ''])
    .where('locale', '=', 'en')
    .where('state', 'in', ['draft', 'scheduled'])
    .execute();
  const known = new Set([...live.keys(), ...drafts.map((row) => row.entity_id)]);
  return ids.filter((id) => known.has(id));
}

/** How the texts of an entity in another language than English are kept. */
function translationStore(entity: Entity, locale: TranslatedLocale): Omit<EntityStore, 'tables'> {
  return {
    async read(db, ids = []) {
      const known = await idsInEnglish(db, entity, ids);
      const rows = await db
        .selectFrom('translations')
        .select(['entity_id', 'body'])
        .where('locale', '=', locale)
        .where('entity', '=', entity)
        .where('entity_id', 'in', [...known, ''])
        .execute();
      const stored = new Map(rows.map((row) => [row.entity_id, row.body]));
      return new Map(
        known
          .filter((id) => translatedFields(entity, id).length > 0)
          .map((id): [string, Body] => [id, { ...emptyTranslation(entity, id), ...stored.get(id) }]),
      );
    },
    async apply(transaction, id, body) {
      const text = JSON.stringify(body);
      await transaction
        .insertInto('translations')
        .values({ entity, entity_id: id, locale, body: text })
        .onConflict((conflict) => conflict.columns(['locale', 'entity', 'entity_id']).doUpdateSet({ body: text }))
        .execute();
    },
  };
}

/** Returns the store of an entity in a language. */
export const storeOf = (entity: Entity, locale: Locale): Omit<EntityStore, 'tables'> =>
  locale === 'en' ? STORES[entity] : translationStore(entity, locale);

/** Returns the tables that publishing a document changes. */
export const changedTables = (entity: Entity, id: string, locale: Locale): readonly CacheTag[] =>
  locale === 'en' ? tablesOf(entity, id) : ['translations'];
