import { sql } from 'kysely';
import { emptyPglite } from '../testing/test-database.js';
import { isDatabaseUnavailable } from './database-errors.js';
import { type OpenDatabase, wrapPglite } from './open-database.js';

/** Ends Postgres at its next statement, as a full disk does: Emscripten calls `onAbort`, and PGlite swallows the error. */
async function openAndAbort(reopen: () => ReturnType<typeof emptyPglite>) {
  const pglite = await emptyPglite();
  const database = await wrapPglite(pglite, reopen);
  const abort = (instance = pglite) => {
    const { Module } = instance as unknown as { Module: { onAbort?(): void; _PostgresMainLoopOnce(): void } };
    instance.execProtocolRawSync = () => {
      Module.onAbort?.();
      return new Uint8Array();
    };
  };
  return { database, abort };
}

describe('when the embedded Postgres ends itself', () => {
  let database: OpenDatabase;
  afterEach(() => database.close());

  it('the statement fails as unavailable, and the next one runs on a new instance', async () => {
    const opened = await openAndAbort(emptyPglite);
    database = opened.database;
    opened.abort();
    const error = await sql`select 1`.execute(database.db).catch((cause) => cause);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect((await sql`select 2 as two`.execute(database.db)).rows).toEqual([{ two: 2 }]);
  }, 20_000);

  it('a transaction fails and writes nothing to the new instance', async () => {
    const opened = await openAndAbort(emptyPglite);
    database = opened.database;
    const transaction = database.db.transaction().execute(async (db) => {
      await sql`select 1`.execute(db);
      opened.abort();
      await sql`select 1`.execute(db).catch(() => {});
      await sql`create table leftover (id int)`.execute(db);
    });
    await expect(transaction).rejects.toThrow('The embedded database has ended itself.');
    expect((await sql`select to_regclass('leftover') as found`.execute(database.db)).rows).toEqual([{ found: null }]);
  }, 20_000);

  it('subscribers are told, and hear the new instance', async () => {
    const opened = await openAndAbort(emptyPglite);
    database = opened.database;
    const states: boolean[] = [];
    let hear = (_payload: string) => {};
    const heard = new Promise<string>((resolve) => {
      hear = resolve;
    });
    await database.listen(
      'studio_changed',
      (payload) => hear(payload),
      (listening) => states.push(listening),
    );
    opened.abort();
    await sql`select 1`.execute(database.db).catch(() => {});
    await sql`notify studio_changed, 'services'`.execute(database.db);
    expect(await heard).toBe('services');
    expect(states).toEqual([true, false, true]);
  }, 20_000);

  it('calls fail at once as unavailable while it cannot be opened again', async () => {
    const cause = Object.assign(new Error('i/o error, statfs'), { code: 'EIO' });
    const reopen = jest.fn(() => Promise.reject(cause));
    const opened = await openAndAbort(reopen);
    database = opened.database;
    opened.abort();
    await sql`select 1`.execute(database.db).catch(() => {});
    for (const _ of [1, 2]) {
      const error = await sql`select 1`.execute(database.db).catch((error) => error);
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    expect(reopen).toHaveBeenCalledTimes(1);
  }, 20_000);

  it('an attempt to open it again that fails names its cause', async () => {
    const cause = Object.assign(new Error('i/o error, statfs'), { code: 'EIO' });
    const opened = await openAndAbort(() => Promise.reject(cause));
    database = opened.database;
    opened.abort();
    await sql`select 1`.execute(database.db).catch(() => {});
    const error = await sql`select 1`.execute(database.db).catch((error) => error);
    expect(error.cause).toBe(cause);
  }, 20_000);

  it('it is opened again at most once in five seconds', async () => {
    const reopen = jest.fn(emptyPglite);
    const opened = await openAndAbort(reopen);
    database = opened.database;
    for (const _ of [1, 2]) {
      opened.abort(await reopen.mock.results.at(-1)?.value);
      await sql`select 1`.execute(database.db).catch(() => {});
      await sql`select 1`.execute(database.db).catch(() => {});
    }
    expect(reopen).toHaveBeenCalledTimes(1);
  }, 20_000);

  it('a subscription stops without opening it again', async () => {
    const reopen = jest.fn(emptyPglite);
    const opened = await openAndAbort(reopen);
    database = opened.database;
    const stop = await database.listen('studio_changed', () => {});
    opened.abort();
    await sql`select 1`.execute(database.db).catch(() => {});
    await expect(stop()).resolves.toBeUndefined();
    expect(reopen).not.toHaveBeenCalled();
  }, 20_000);
});
