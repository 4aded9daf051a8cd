import { LIST_ENTITIES, type ListEntity, type OrderBody } from '@godhuli/contracts/documents';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/database.js';
import type { EntityStore } from './entity-store.js';

/** The table of each list, whose `position` is the order. */
export const LIST_TABLES = {
  service: 'services',
  package: 'packages',
  testimonial: 'testimonials',
} as const satisfies Record<ListEntity, keyof Database>;

/** The column that is set while an item is archived. */
export const ARCHIVED = { service: 'deleted_at', package: 'archived_at', testimonial: 'archived_at' } as const;

async function idsInOrder(db: Kysely<Database>, entity: ListEntity): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id::text as id from ${sql.table(LIST_TABLES[entity])}
    where ${sql.ref(ARCHIVED[entity])} is null order by position, ${sql.ref(`${LIST_TABLES[entity]}.id`)}`.execute(db);
  return rows.rows.map(({ id }) => id);
}

/** The order of a list, as a document of its own: moving one item changes no item. */
export const order: Omit<EntityStore, 'tables'> = {
  async read(db, ids = LIST_ENTITIES) {
    const all = await Promise.all(
      ids.map(async (id): Promise<[string, OrderBody]> => [id, { ids: await idsInOrder(db, id as ListEntity) }]),
    );
    return new Map(all);
  },
  async apply(transaction, id, body) {
    // Items that the draft does not know, because they were added later, keep their order at the end.
    const table = sql.table(LIST_TABLES[id as ListEntity]);
    await sql`
      update ${table} as item set position = placed.place
      from (
        select of.id, row_number() over (order by wanted.place nulls last, of.position, of.id) as place
        from ${table} as of
          left join unnest(${(body as OrderBody).ids}::bigint[]) with ordinality as wanted (id, place) on wanted.id = of.id
      ) as placed
      where placed.id = item.id and item.position <> placed.place`.execute(transaction);
  },
};
