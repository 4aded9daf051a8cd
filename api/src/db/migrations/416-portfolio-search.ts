import { type Kysely, sql } from 'kysely';

/**
 * The text that a search of the gallery reads, in each language, in lower case and in one encoding of each letter: made by every
 * search, this text took 0.4 s per word of 5,000 photos. A trigger sets it, so that rows of an older program or backup have it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table portfolio add column search text not null default ''`.execute(db);
  await sql`
    create function fill_portfolio_search() returns trigger language plpgsql as $$
    begin
      new.search := lower(normalize(concat_ws(E'\n', new.title, new.place, new.description, (
        select string_agg(field.value ->> 'text', E'\n')
        from jsonb_each(new.translations) as locale, jsonb_each(locale.value) as field
        where field.key in ('title', 'place', 'description')
      )), nfc));
      return new;
    end $$`.execute(db);
  await sql`
    create trigger portfolio_search before insert or update of title, place, description, translations, search on portfolio
    for each row execute function fill_portfolio_search()`.execute(db);
  await sql`update portfolio set search = ''`.execute(db);
}
