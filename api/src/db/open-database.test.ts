import { sql } from 'kysely';
import { engines, onTestServer, testDatabase } from '../testing/test-database.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { migrate } from './migrate.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

describe.each(engines())('on %s', (engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await testDatabase(engine);
  }, 120_000);
  afterAll(() => database.close());

  it('gives days and ids as strings, moments as dates, lists as arrays', async () => {
    const { rows } = await sql`
      select date '2027-02-28' as day, 9007199254740993::bigint as id, timestamptz '2027-01-01 00:00Z' as at,
        array['a', 'b'] as list, 1.5::double precision as number`.execute(database.db);
    expect(rows).toEqual([
      {
        day: '2027-02-28',
        id: '9007199254740993',
        at: new Date('2027-01-01T00:00:00Z'),
        list: ['a', 'b'],
        number: 1.5,
      },
    ]);
  });

  it('gives each of many parallel statements its own result, also when some fail', async () => {
    const responses = await Promise.allSettled(
      Array.from({ length: 60 }, (_, number) =>
        sql<{
          number: number;
        }>`select ${number}::int / (${number}::int % 3) as fails, ${number}::int as number`.execute(database.db),
      ),
    );
    responses.forEach((response, number) => {
      const got = response.status === 'fulfilled' ? response.value.rows[0]?.number : response.reason.code;
      expect({ number, got }).toEqual({ number, got: number % 3 === 0 ? '22012' : number });
    });
  });

  it('lets the event loop turn during a transaction of many statements', async () => {
    let hasTurned = false;
    let statements = 0;
    await database.db.transaction().execute(async (transaction) => {
      setImmediate(() => {
        hasTurned = true;
      });
      while (!hasTurned && statements < 500) {
        await sql`select count(*) from generate_series(1, 5000)`.execute(transaction);
        statements += 1;
      }
    });
    expect(statements).toBeLessThan(500);
  });

  it('RUN-4 migrating again changes nothing', async () => {
    expect(await migrate(database.db)).toEqual([]);
  });

  it('notifies listeners of a change by its table, once it is committed', async () => {
    const heard: string[] = [];
    let told = () => {};
    const arrived = new Promise<void>((resolve) => {
      told = resolve;
    });
    const stop = await database.listen('studio_changed', (payload) => {
      heard.push(payload);
      told();
    });
    const undone = database.db.transaction().execute(async (transaction) => {
      await transaction.updateTable('stats').set({ label: 'x' }).execute();
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await database.db.updateTable('services').set({ color: 'rose' }).execute();
    await arrived;
    expect(heard).toEqual(['services']);
    await stop();
  });

  if (engine === 'postgres') {
    it('RUN-3 opens an empty database with an extension, a view and another schema', async () => {
      await onTestServer(async (client, databaseUrl) => {
        await client.query('create schema other create table invoices (id int)');
        await client.query('create view statistics as select 1 as one');
        await client.query('create table of_extension (id int)');
        await client.query('alter extension plpgsql add table of_extension');
        const opened = await openDatabase({ databaseUrl, dataDir: '' });
        await opened.close();
      });
    });

    it('RUN-3 refuses a database with a partitioned table of another program', async () => {
      await onTestServer(async (client, databaseUrl) => {
        await client.query('create table invoices (id int) partition by hash (id)');
        await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
          'DATABASE_URL: the database contains other tables (invoices). Nothing was changed.',
        );
      });
    });

    it('comes back by itself after the server dropped every connection, and says that it did not listen', async () => {
      const states: boolean[] = [];
      let back = () => {};
      const listensAgain = new Promise<void>((resolve) => {
        back = resolve;
      });
      await database.listen(
        'studio_changed',
        () => {},
        (listening) => {
          states.push(listening);
          if (states.length === 3) back();
        },
      );
      const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await others.execute(database.db);
      const response = await sql`select 1`
        .execute(database.db)
        .catch((error) => (isDatabaseUnavailable(error) ? 'away' : error));
      expect(response === 'away' || response.rows.length === 1).toBe(true);
      await listensAgain;
      expect(states).toEqual([true, false, true]);
      expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
    });

    it('a database that only allows reads is unavailable for writes, until it allows them again', async () => {
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
      const set = (value: string) =>
        sql`alter database ${sql.id(rows[0]?.name ?? '')} set default_transaction_read_only = ${sql.raw(value)}`;
      const write = () => database.db.updateTable('stats').set({ label: 'y' }).execute();
      await set('on').execute(database.db);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
      await database.db.connection().execute((db) => sql`set default_transaction_read_only = on`.execute(db));
      const error = await write().catch((cause) => cause);
      expect({ code: error.code, isUnavailable: isDatabaseUnavailable(error) }).toEqual({
        code: '25006',
        isUnavailable: true,
      });
      await database.db.connection().execute(async (db) => {
        await sql`set default_transaction_read_only = off`.execute(db);
        await set('off').execute(db);
      });
      await expect(write()).resolves.toBeDefined();
    });
  }
});
