import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { StartupError } from '../startup-error.js';
import type { Database } from './database.js';
import { inLane } from './lanes.js';
import { migrations } from './migrations/list.js';

const TABLE = 'godhuli_migration';

/**
 * Brings the database to the newest shape, or no further than the migration named `upTo`. Runs under the migrator's
 * advisory lock, so several processes may start at once. A database that a newer version of this program has added to is
 * left as it is: every migration only adds (`migrate.test.ts`), so going back a version needs no restore.
 * @returns names of the migrations that were applied now
 * @throws StartupError when the database's migrations are not this program's, or a migration failed (it is rolled back)
 */
export async function migrate(db: Kysely<Database>, { upTo }: { upTo?: string } = {}): Promise<string[]> {
  if (await isNewer(db)) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => unhurried },
    migrationTableName: TABLE,
    migrationLockTableName: 'godhuli_migration_lock',
  });
  const { error, results = [] } = await inLane('migration', () =>
    upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest(),
  );
  if (!error) return results.map((result) => result.migrationName);
  const message = error instanceof Error ? error.message : String(error);
  const foreign = message.includes('corrupted migrations');
  throw new StartupError(
    foreign
      ? 'The database was written by another version of this program. Start that version.'
      : `The database could not be migrated: ${message}`,
    { cause: error },
  );
}

/** Every migration without a limit of time, also where the server or its role sets one: a table may be large. */
const unhurried = Object.fromEntries(
  Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await sql`set local statement_timeout = 0`.execute(db);
        await up(db);
      },
    },
  ]),
);

/** Whether all of this program's migrations have been applied, and after them others that it does not know. */
async function isNewer(db: Kysely<Database>): Promise<boolean> {
  const { rows: tables } = await sql`select 1 where to_regclass(${TABLE}) is not null`.execute(db);
  if (tables.length === 0) return false;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const known = Object.keys(migrations).sort();
  const unknown = [...applied].filter((name) => !known.includes(name));
  const newest = known.at(-1) ?? '';
  return unknown.length > 0 && unknown.every((name) => name > newest) && known.every((name) => applied.has(name));
}
