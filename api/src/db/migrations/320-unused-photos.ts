import { type Kysely, sql } from 'kysely';

/**
 * Notes photos for removal that were kept although nothing uses them: an encoding counted as a use. The removal checks each
 * again. Photos that a text, a draft, an upload of the last day or the history of an item names are not among them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into client_files_to_remove (media_id)
    select id from media
    where created_at < now() - interval '1 day'
      and id not in (
        select named[1] from (
          select body::text as texts from revisions
          union all select value from content
          union all select concat(before::text, after::text) from audit
            where action not like 'media.%'
              and not (action like 'portfolio.%' and not exists (select from portfolio where id::text = entity_id))
        ) as kept, regexp_matches(texts, '[0-9a-f]{64}', 'g') as named)
    on conflict do nothing`.execute(db);
}
