import { type Kysely, sql } from 'kysely';

/** The list of categories is that of the contracts, so a new category needs no change of the tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['portfolio', 'albums', 'videos'])
    await sql`alter table ${sql.table(table)} drop constraint if exists ${sql.ref(`${table}_category_check`)}`.execute(
      db,
    );
}
