import { type Kysely, sql } from 'kysely';

/**
 * Stored photos that nothing uses are removed seven days after their upload. A table of their own: versions before this one
 * remove at once what is in `client_files_to_remove`, and may run on this database during an update or after going back.
 * Photos that another row refers to, or that a text, a draft or a history names, are not among those of today. The removal
 * checks each again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table photos_awaiting_use (
      media_id text primary key references media on delete cascade,
      due_at timestamptz not null
    )`.execute(db);
  const { rows } = await sql<{ table: string; column: string }>`
    select f.conrelid::regclass::text as "table", a.attname::text as "column"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = 'media'::regclass and f.confdeltype <> 'c'`.execute(db);
  const references = rows.map(({ table, column }) => sql`select ${sql.ref(column)} from ${sql.table(table)}`);
  // Hashed once: with 'not in', a large log would be read again for each photo.
  await sql`
    with kept (media_id) as materialized (
      ${sql.join(references, sql` union all `)}
      union all select named[1] from (
        select body::text as texts from revisions
        union all select value from content
        union all select concat(before::text, after::text) from audit
          where action not like 'media.%'
            and not (action like 'portfolio.%' and not exists (select from portfolio where id::text = entity_id))
      ) as all_texts, regexp_matches(texts, '[0-9a-f]{64}', 'g') as named)
    insert into photos_awaiting_use (media_id, due_at)
    select id, created_at + interval '7 days' from media
    where not exists (select from kept where kept.media_id = media.id)`.execute(db);
}
