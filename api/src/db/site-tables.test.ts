import { engines, onEmptyDatabase } from '../testing/test-database.js';
import { migrate } from './migrate.js';
import { listTables, SITE_TABLES } from './site-tables.js';

it.each(engines())(
  'the list of tables of the site is that of the migrations on %s',
  async (engine) => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db);
      const tables = (await listTables(db))
        .map(({ name }) => name)
        .filter((name) => !name.startsWith('godhuli_migration'));
      expect(tables).toEqual([...SITE_TABLES].sort());
    });
  },
  120_000,
);
