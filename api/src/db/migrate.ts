import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '@godhuli/server/startup-error';
import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely';
import type { Database } from './database.js';
import { isDeadlock, isLockTimeout } from './database-errors.js';
import { migrations } from './migrations/list.js';
import { withPool } from './pools.js';

const TABLE = 'godhuli_migration';

/**
 * While a migration waits for a table, every later statement on it waits too: shorter than the limit of a visitor's statement.
 * Longer than Postgres's `deadlock_timeout` of 1 s, after which an autovacuum of the table gives way.
 */
const LOCK_TIMEOUT_MS = 1_500;
/** in which the others get their turn */
const PAUSE_MS = 2_000;
const MAX_BLOCKED_MS = 5 * 60_000;

interface MigrateOptions {
  /** the last migration to apply */
  upTo?: string;
  /** called each time that another session holds a table which a migration changes */
  onBlocked?(): void;
}

/**
 * Applies all missing migrations, or those up to `upTo`. Runs under the migrator's advisory lock, so several processes may
 * start at once. A database with migrations of a newer version is left as it is: every migration only adds
 * (`migrate.test.ts`), so a downgrade needs no restore.
 * A session that holds a table, as a backup does, delays it for up to five minutes; nobody waits for the migration for longer than LOCK_TIMEOUT_MS.
 * @returns names of the migrations applied now
 * @throws StartupError when the database has unknown migrations, or a migration failed (its transaction is rolled back)
 */
export async function migrate(db: Kysely<Database>, { upTo, onBlocked }: MigrateOptions = {}): Promise<string[]> {
  if (await isNewer(db)) return [];
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => withTimeouts },
    migrationTableName: TABLE,
    migrationLockTableName: 'godhuli_migration_lock',
  });
  const applied: string[] = [];
  const run = async (work: () => Promise<MigrationResultSet>) => {
    const { error, results = [] } = await withPool('migration', work);
    if (!error) applied.push(...results.map((result) => result.migrationName));
    return { error, isOver: Boolean(error) || results.length === 0 };
  };
  let { error } = await run(() => (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest()));
  const deadline = Date.now() + MAX_BLOCKED_MS;
  while (isBlocked(error) && Date.now() < deadline) {
    onBlocked?.();
    await delay(PAUSE_MS);
    // One at a time: what is done is not done again, with its locks, before the one that is blocked.
    let isOver = false;
    while (!isOver) ({ error, isOver } = await run(() => (upTo ? migrator.migrateTo(upTo) : migrator.migrateUp())));
  }
  if (!error) return applied;
  const message = error instanceof Error ? error.message : String(error);
  const isUnknown = message.includes('corrupted migrations');
  throw new StartupError(
    isUnknown
      ? 'The database was written by another version of this program. Start that version.'
      : `The database could not be migrated: ${message}`,
    { cause: error },
  );
}

/** Whether another session holds what a migration needs; a deadlock with it can be noticed before the timeout. */
const isBlocked = (error: unknown) => isLockTimeout(error) || isDeadlock(error);

/** The migrations without a statement timeout, even if the server or its role sets one: a table may be large. */
const withTimeouts = Object.fromEntries(
  Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(db) {
        await sql`set local statement_timeout = 0`.execute(db);
        await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(db);
        await up(db);
      },
    },
  ]),
);

/** Returns the names of the applied migrations in order; none for an empty database. */
export async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const { rows: tables } = await sql`select 1 where to_regclass(${TABLE}) is not null`.execute(db);
  if (tables.length === 0) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether all migrations of this program have been applied, followed by unknown newer ones. */
async function isNewer(db: Kysely<Database>): Promise<boolean> {
  const applied = await appliedMigrations(db);
  const known = Object.keys(migrations).sort();
  const unknown = applied.filter((name) => !known.includes(name));
  const newest = known.at(-1) ?? '';
  return unknown.length > 0 && unknown.every((name) => name > newest) && known.every((name) => applied.includes(name));
}
