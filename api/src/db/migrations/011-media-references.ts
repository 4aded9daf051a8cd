import { type Kysely, sql } from 'kysely';

const REFERENCES = [
  ['services', 'media_id'],
  ['portfolio', 'media_id'],
  ['testimonials', 'media_id'],
  ['profile', 'portrait_media_id'],
  ['profile', 'studio_media_id'],
] as const;

/** An image in use cannot be removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of REFERENCES) {
    await sql`
      alter table ${sql.table(table)}
      add foreign key (${sql.ref(column)}) references media (id)`.execute(db);
  }
  await sql`
    create trigger studio_changed after update on media
    for each statement execute function studio_changed()`.execute(db);
}
