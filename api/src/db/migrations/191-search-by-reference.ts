import { type Kysely, sql } from 'kysely';

/** The search of inquiries reads the last part of the reference. The month in it would match every inquiry of that month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function fill_inquiry_search() returns trigger language plpgsql as $$
    begin
      new.search := lower(normalize(concat_ws(
        E'\n', new.name, new.phone, new.email, new.message, new.city,
        nullif(regexp_replace(coalesce(new.phone, ''), '[^0-9]', '', 'g'), ''),
        right(new.reference, 6)
      ), nfc));
      return new;
    end $$`.execute(db);
  await sql`update inquiries set search = ''`.execute(db);
}
