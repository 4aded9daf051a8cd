import { type Kysely, sql } from 'kysely';
import { slugOf } from '../slug.js';

const ROWS = 5000;

/** The last part of the URL of an item's page. The default is for older programs, which know no slugs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table portfolio
      add column slug text not null default 'photo-' || replace(gen_random_uuid()::text, '-', '')`.execute(db);
  const taken = new Set<string>();
  let last = '0';
  for (;;) {
    const { rows } = await sql<{ id: string; title: string }>`
      select id, title from portfolio where id > ${last}::bigint order by id limit ${ROWS}`.execute(db);
    if (rows.length === 0) break;
    const slugs = rows.map(({ id, title }) => {
      const base = slugOf(title, 'photo');
      const slug = taken.has(base) ? `${base}-${id}` : base;
      taken.add(slug);
      return slug;
    });
    await sql`
      update portfolio set slug = named.slug
      from unnest(${rows.map(({ id }) => id)}::bigint[], ${slugs}::text[]) as named (id, slug)
      where portfolio.id = named.id`.execute(db);
    last = rows.at(-1)?.id ?? last;
  }
  await sql`alter table portfolio add constraint portfolio_slug_key unique (slug)`.execute(db);
  await sql`create index portfolio_by_category on portfolio (category, position, id) where deleted_at is null`.execute(
    db,
  );
}
