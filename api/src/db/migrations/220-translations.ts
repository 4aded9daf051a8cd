import { type Kysely, sql } from 'kysely';

/** The published texts of the public page in other languages than English. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table translations (
      entity text not null,
      entity_id text not null,
      locale text not null check (locale <> 'en'),
      body jsonb not null,
      primary key (locale, entity, entity_id)
    )`.execute(db);
  await sql`
    create trigger studio_changed after insert or update or delete or truncate on translations
    for each statement execute function studio_changed()`.execute(db);
}
