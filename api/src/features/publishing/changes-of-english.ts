import { isDeepStrictEqual } from 'node:util';
import { type Body, type Entity, translatedFields } from '@godhuli/contracts/documents';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { STORES } from './entities/stores.js';

/**
 * Returns which translated fields of some documents visitors see in another English wording than when the translation was
 * saved. For one that is older than the history, the first English version counts.
 * @param savedAt when the translation of each document was saved, or null
 */
export async function changesOfEnglish(
  db: Kysely<Database>,
  entity: Entity,
  savedAt: ReadonlyMap<string, Date | null>,
): Promise<Map<string, string[]>> {
  const ids = [...savedAt.keys()];
  const { rows } = await sql<{ id: string; body: Body | null }>`
    select wanted.id, coalesce(
      (select body from revisions r
        where r.entity = ${entity} and r.entity_id = wanted.id and r.locale = 'en' and r.state = 'published'
          -- a Date has milliseconds only
          and date_trunc('milliseconds', r.at) <= wanted.at
        order by r.id desc limit 1),
      (select body from revisions r
        where r.entity = ${entity} and r.entity_id = wanted.id and r.locale = 'en' and r.state = 'published'
        order by r.id limit 1)) as body
    from unnest(${ids}::text[], ${[...savedAt.values()]}::timestamptz[]) as wanted (id, at)`.execute(db);
  const english = await STORES[entity].read(db, ids);
  return new Map(
    rows.map(({ id, body }) => {
      const shown = english.get(id);
      const fields = body && shown ? translatedFields(entity, id) : [];
      return [id, fields.filter((field) => body && field in body && !isDeepStrictEqual(body[field], shown?.[field]))];
    }),
  );
}
