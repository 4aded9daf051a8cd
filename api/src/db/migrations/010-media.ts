import { type Kysely, sql } from 'kysely';

/** Images by content hash. The files are in the media store; a row is written only with its files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('media')
    .addColumn('id', 'text', (column) => column.primaryKey().check(sql`id ~ '^[0-9a-f]{64}$'`))
    .addColumn('width', 'integer', (column) => column.notNull().check(sql`width > 0`))
    .addColumn('height', 'integer', (column) => column.notNull().check(sql`height > 0`))
    .addColumn('thumbhash', 'text', (column) => column.notNull())
    .addColumn('color', 'text', (column) => column.notNull().check(sql`color ~ '^#[0-9a-f]{6}$'`))
    .addColumn('alt', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('focal_x', 'real', (column) => column.notNull().defaultTo(50).check(sql`focal_x between 0 and 100`))
    .addColumn('focal_y', 'real', (column) => column.notNull().defaultTo(50).check(sql`focal_y between 0 and 100`))
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
