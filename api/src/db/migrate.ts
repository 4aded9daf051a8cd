import { type Kysely, Migrator } from 'kysely';
import { StartupError } from '../startup-error.js';
import type { Database } from './database.js';
import { migrations } from './migrations/list.js';

/**
 * Brings the database to the newest shape, or no further than the migration named `upTo`. Runs under the migrator's advisory lock, so several processes may start
 * at once.
 * @returns names of the migrations that were applied now
 * @throws StartupError when the database is newer than this program, or a migration failed (it is rolled back)
 */
export async function migrate(db: Kysely<Database>, { upTo }: { upTo?: string } = {}): Promise<string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'godhuli_migration',
    migrationLockTableName: 'godhuli_migration_lock',
  });
  const { error, results = [] } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest());
  if (!error) return results.map((result) => result.migrationName);
  const message = error instanceof Error ? error.message : String(error);
  const newer = message.includes('corrupted migrations');
  throw new StartupError(
    newer
      ? 'The database was written by a newer version of this program. Start that version.'
      : `The database could not be brought up to date: ${message}`,
    { cause: error },
  );
}
