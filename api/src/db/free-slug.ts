import { type Kysely, sql } from 'kysely';
import { BadInput } from '../http/errors.js';
import type { Database } from './database.js';
import { slugOf } from './slug.js';

/**
 * Returns a slug that no other row has, also no deleted one: a restored row keeps its URL. The caller holds the lock of the
 * table's order.
 * @param chosen what staff typed; undefined: made from the title, with a number if it is taken
 * @throws BadInput for `slug` when the chosen one is taken
 */
export async function freeSlug(
  db: Kysely<Database>,
  table: 'albums' | 'videos',
  { chosen, title, fallback }: { chosen?: string; title: string; fallback: string },
): Promise<string> {
  if (chosen !== undefined) {
    const taken = await db.selectFrom(table).select('id').where('slug', '=', chosen).executeTakeFirst();
    if (taken) throw new BadInput([{ field: 'slug', message: 'This web address is already used.' }]);
    return chosen;
  }
  const base = slugOf(title, fallback);
  const name = sql.table(table);
  // Of one slug more than the table has rows, at least one is free.
  const { rows } = await sql<{ slug: string }>`
    select wanted.slug
    from (
      select number, ${base}::text || case number when 1 then '' else '-' || number end as slug
      from generate_series(1, (select count(*) + 1 from ${name})) as number
    ) as wanted
    where not exists (select from ${name} as other where other.slug = wanted.slug)
    order by wanted.number
    limit 1`.execute(db);
  return (rows[0] as { slug: string }).slug;
}
