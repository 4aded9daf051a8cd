import {
  type Body,
  ENTITIES,
  type Entity,
  isBlank,
  missingFields,
  translatedFields,
} from '@godhuli/contracts/documents';
import { TRANSLATED_LOCALES, type TranslatedLocale } from '@godhuli/contracts/locales';
import type { MissingTranslations, Translations } from '@godhuli/contracts/publishing';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import type { CacheTag } from '../../http/read-cache.js';
import { completeBody } from './documents.service.js';
import { STORES } from './entities/stores.js';

/** The tables that `listTranslations` reads. */
export const TRANSLATION_TAGS: readonly CacheTag[] = ['translations', 'services', 'packages', 'testimonials'];

/** Returns the published texts of a language that are not empty, without those of items that visitors do not see. */
export async function listTranslations(db: Kysely<Database>, locale: TranslatedLocale): Promise<Translations> {
  const { rows } = await sql<{ name: string; body: Body }>`
    select entity || '.' || entity_id as name, body from translations
    where locale = ${locale} and case entity
      when 'service' then exists (
        select from services where id::text = entity_id and deleted_at is null)
      when 'package' then exists (
        select from packages where id::text = entity_id and archived_at is null)
      when 'testimonial' then exists (
        select from testimonials where id::text = entity_id and archived_at is null and not hidden)
      else true end
    order by entity, entity_id`.execute(db);
  return Object.fromEntries(rows.map(({ name, body }) => [name, withoutBlank(body)]));
}

const withoutBlank = (body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !isBlank(value)));

/** Returns which texts have no translation, with drafts of English and of the translations counted as if published. */
export async function missingTranslations(db: Kysely<Database>): Promise<MissingTranslations> {
  const translated = ENTITIES.filter((entity) => entity !== 'order');
  const english = await Promise.all(
    translated.map(
      async (entity): Promise<[Entity, Map<string, Body>]> => [entity, new Map(await STORES[entity].read(db))],
    ),
  );
  const bodies = new Map(english);
  const rows = await db.selectFrom('translations').select(['entity', 'entity_id', 'locale', 'body']).execute();
  const texts = new Map<string, Body>(rows.map((row) => [`${row.locale} ${row.entity}.${row.entity_id}`, row.body]));
  const drafts = await db
    .selectFrom('revisions')
    .select(['entity', 'entity_id', 'locale', 'body'])
    .where('state', 'in', ['draft', 'scheduled'])
    .execute();
  for (const { entity, entity_id: id, locale, body } of drafts) {
    const of = bodies.get(entity);
    if (locale !== 'en') texts.set(`${locale} ${entity}.${id}`, body);
    else of?.set(id, completeBody(entity, id, of.get(id) ?? null, body));
  }
  const missing = (locale: TranslatedLocale) =>
    Object.fromEntries(
      [...bodies].flatMap(([entity, documents]) =>
        [...documents].flatMap(([id, body]) => {
          if (body.archived === true || translatedFields(entity, id).length === 0) return [];
          const fields = missingFields(entity, id, body, texts.get(`${locale} ${entity}.${id}`) ?? {});
          return fields.length > 0 ? [[`${entity}.${id}`, fields] as const] : [];
        }),
      ),
    );
  return Object.fromEntries(TRANSLATED_LOCALES.map((locale) => [locale, missing(locale)])) as MissingTranslations;
}
