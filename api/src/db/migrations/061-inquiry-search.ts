import { type Kysely, sql } from 'kysely';

/**
 * The text that a search of inquiries reads, in lower case: converting 5,000 characters for every word took most of the
 * time of a search. A trigger sets it, so that rows of an older program or backup have it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inquiries add column search text not null default ''`.execute(db);
  await sql`
    create function fill_inquiry_search() returns trigger language plpgsql as $$
    begin
      new.search := lower(concat_ws(E'\n', new.name, new.phone, new.email, new.message));
      return new;
    end $$`.execute(db);
  await sql`
    create trigger inquiries_search before insert or update of name, phone, email, message, search on inquiries
    for each row execute function fill_inquiry_search()`.execute(db);
  await sql`update inquiries set search = ''`.execute(db);
}
