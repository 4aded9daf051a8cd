import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { engines, onEmptyDatabase } from '../testing/test-database.js';
import type { Database } from './database.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/list.js';

/** What a program that knows an older schema depends on, each as a line. */
async function schemaOf(db: Kysely<Database>) {
  const lines = async (query: ReturnType<typeof sql<{ line: string }>>) =>
    (await query.execute(db)).rows.map(({ line }) => line);
  const columns = await sql<{ table: string; column: string; type: string; demanded: boolean }>`
    select table_name::text as "table", column_name::text as "column", udt_name::text as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as demanded
    from information_schema.columns where table_schema = 'public' and table_name not like 'godhuli_migration%'
    order by 1, 2`.execute(db);
  const rules = await lines(sql<{ line: string }>`
    select conrelid::regclass || ': ' || pg_get_constraintdef(oid) as line from pg_constraint
    where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u', 'x') order by 1`);
  const unique = await lines(sql<{ line: string }>`
    select tablename || ': ' || indexdef as line from pg_indexes
    where schemaname = 'public' and indexdef like 'CREATE UNIQUE%' and tablename not like 'godhuli_migration%' order by 1`);
  return { columns: columns.rows, rules: [...rules, ...unique] };
}

type Schema = Awaited<ReturnType<typeof schemaOf>>;

/** What a program that knows the schema `before` would stumble over in the schema `after`. */
function breaks(before: Schema, after: Schema): string[] {
  const tables = new Set(before.columns.map(({ table }) => table));
  const known = new Set(before.columns.map(({ table, column }) => `${table}.${column}`));
  const words = ({ table, column, type, demanded }: Schema['columns'][number]) =>
    `${table}.${column} ${type}${demanded ? ' demanded' : ''}`;
  const now = new Set(after.columns.map(words));
  const isNew = ({ table, column }: Schema['columns'][number]) => tables.has(table) && !known.has(`${table}.${column}`);
  const rules = after.rules.filter((line) => tables.has(line.split(':')[0] ?? '') && !before.rules.includes(line));
  return [
    ...before.columns.map(words).filter((line) => !now.has(line)),
    ...after.columns.filter((column) => isNew(column) && column.demanded).map(words),
    ...rules.filter((line) => !isOfNewColumn(line, known, after.columns)),
  ];
}

/** The first that was released; those before it were one step. */
const FIRST_RELEASED = '020-releases';

/** By file, sha256. A new migration adds its line; a line that is there never changes, because databases have run that text. */
const digests = JSON.parse(readFileSync(new URL('./migrations/digests.json', import.meta.url), 'utf8'));

it('RUN-4 no migration changes after it was added', () => {
  const folder = new URL('./migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => /^\d/.test(name));
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, folder)))
      .digest('hex');
  expect(Object.fromEntries(files.sort().map((name) => [name, digestOf(name)]))).toEqual(digests);
});

describe.each(engines())('on %s', (engine) => {
  it('RUN-4 each migration since the first release only adds, so the previous version still works', async () => {
    await onEmptyDatabase(engine, async (db) => {
      const broken: Record<string, string[]> = {};
      let before: Schema = { columns: [], rules: [] };
      for (const name of Object.keys(migrations).sort()) {
        expect(await migrate(db, { upTo: name })).toEqual([name]);
        const after = await schemaOf(db);
        broken[name] = breaks(before, after);
        before = after;
      }
      const released = Object.entries(broken).filter(([name]) => name > FIRST_RELEASED);
      expect(released).toEqual(released.map(([name]) => [name, []]));
      expect(released.length).toBeGreaterThan(0);
      // It does find something where there is something: rules for columns that were there before.
      expect(broken['011-media-references']).toContain('services: FOREIGN KEY (media_id) REFERENCES media(id)');
    });
  }, 120_000);

  // The embedded database has one connection, so nothing can hold a lock against it.
  const withLocks = engine === 'postgres' ? it : it.skip;
  withLocks(
    'RUN-4 a migration that another session blocks lets everyone else go on, and is applied later',
    async () => {
      await onEmptyDatabase(engine, async (db) => {
        await migrate(db, { upTo: '410-one-index-of-photos' });
        const backup = await db.startTransaction().execute();
        await sql`select from bookings`.execute(backup);
        const blocked = new EventEmitter();
        const isBlocked = once(blocked, 'once');
        const migrated = migrate(db, { onBlocked: () => void blocked.emit('once') });
        await Promise.race([isBlocked, migrated]);
        // The limit for waiting of a visitor's statement; without a limit of its own the migration would be before it.
        await db.transaction().execute(async (visitor) => {
          await sql`set local lock_timeout = '2s'`.execute(visitor);
          await sql`select from bookings`.execute(visitor);
        });
        await backup.rollback().execute();
        const names = Object.keys(migrations).sort();
        expect(await migrated).toEqual(names.slice(names.indexOf('411-erased-bookings')));
      });
    },
  );

  it('RUN-4 releases get their number of files, also those that the previous version inserts', async () => {
    await onEmptyDatabase(engine, async (db) => {
      const insert = (version: string, files: number) =>
        sql`
        insert into releases (remote, version, manifest, size, published_by, published_at, checks)
        values ('team', ${version}, ${JSON.stringify({ files: Array.from({ length: files }, () => ({})) })}, 1, 'x', now(), '[]')`.execute(
          db,
        );
      await migrate(db, { upTo: '280-previewed-releases' });
      await insert('before', 2);
      await migrate(db);
      await insert('after', 3);
      await sql`update releases set withdrawn = true`.execute(db);
      const { rows } = await sql`select version, file_count from releases order by id`.execute(db);
      expect(rows).toEqual([
        { version: 'before', file_count: 2 },
        { version: 'after', file_count: 3 },
      ]);
    });
  }, 120_000);

  it('ADM-GAL-10 photos that an encoding kept are noted for removal, those of a history are not', async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '310-audit-indexes' });
      const photo = async (digit: string, age: string) => {
        const id = digit.repeat(64);
        await sql`
          insert into media (id, width, height, thumbhash, color, bytes, created_at)
          values (${id}, 1, 1, '', '#000000', 1, now() - ${age}::interval)`.execute(db);
        return id;
      };
      const unused = await photo('a', '2 days');
      const history = await photo('b', '2 days');
      const recent = await photo('c', '1 hour');
      const shown = await photo('d', '2 days');
      const drafted = await photo('e', '2 days');
      await sql`insert into site_images (name, media_id) values ('site.logo', ${shown})`.execute(db);
      await sql`
        insert into revisions (entity, entity_id, locale, version, body, state, author)
        values ('testimonial', '1', 'en', 1, ${JSON.stringify({ photoId: drafted })}, 'draft', 'x')`.execute(db);
      await sql`insert into photo_encodings (media_id) values (${unused})`.execute(db);
      await sql`
        insert into audit (user_name, action, entity_id, after)
        values ('x', 'albums.update', '1', ${JSON.stringify({ cover: { id: history } })})`.execute(db);
      await migrate(db, { upTo: '320-unused-photos' });
      const noted = async () => {
        const { rows } = await sql<{ media_id: string; is_due: boolean }>`
          select media_id, noted_at <= now() as is_due from client_files_to_remove order by media_id`.execute(db);
        return rows;
      };
      const forRemoval = [{ media_id: unused, is_due: true }];
      expect(await noted()).toEqual(forRemoval);
      // Uploaded since then, and never saved.
      const forgotten = await photo('f', '8 days');
      await migrate(db);
      // Older versions remove at once what is there.
      expect(await noted()).toEqual(forRemoval);
      const { rows: waiting } = await sql`
        select media_id, due_at <= now() as is_due from photos_awaiting_use order by media_id`.execute(db);
      expect(waiting).toEqual([
        { media_id: unused, is_due: false },
        { media_id: recent, is_due: false },
        { media_id: forgotten, is_due: true },
      ]);
    });
  }, 120_000);

  it("CAL-5 of the bookings imported before, those whose ceremonies staff changed are not the file's", async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '310-audit-indexes' });
      await sql`
        insert into bookings (uid, kind, title, city_id, starts_on, ends_before, ceremonies, created_by)
        select uid, 'booking', 'Meera', 1, '2030-01-01', '2030-01-02', '[{"id": "imported"}]', 'Asha'
        from unnest(array['untouched', 'moved', 'changed', 'ours@godhuli']) uid`.execute(db);
      const change = (uid: string, after: object) =>
        sql`
        insert into audit (user_name, action, entity_id, before, after)
        select 'Asha', 'bookings.update', id, '{"ceremonies": []}', ${JSON.stringify(after)}
        from bookings where uid = ${uid}`.execute(db);
      await change('moved', { ceremonies: [], title: 'Nisha' });
      await change('changed', { ceremonies: [{ id: 'imported' }] });
      await migrate(db);
      const { rows } = await sql<{ uid: string }>`
        select uid from bookings where imported_ceremonies = ceremonies order by id`.execute(db);
      expect(rows.map(({ uid }) => uid)).toEqual(['untouched', 'moved']);
    });
  }, 120_000);

  it("CAL-5 of the bookings imported before, titles and days that staff changed are not the file's", async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '391-last-at-of-clients' });
      await sql`
        insert into bookings (uid, kind, title, city_id, starts_on, ends_before, created_by)
        select uid, 'booking', 'Meera', 1, '2030-01-01', '2030-01-02', 'Asha'
        from unnest(array['untouched', 'renamed', 'moved', 'ours@godhuli']) uid`.execute(db);
      const first = { title: 'Meera', startsOn: '2030-01-01', endsBefore: '2030-01-02' };
      const change = (uid: string, after: object) =>
        sql`
        insert into audit (user_name, action, entity_id, before, after)
        select 'Asha', 'bookings.update', id, ${JSON.stringify(first)}, ${JSON.stringify({ ...first, ...after })}
        from bookings where uid = ${uid}`.execute(db);
      await change('renamed', { title: 'Nisha' });
      await change('moved', { endsBefore: '2030-01-03' });
      await migrate(db);
      const { rows } = await sql`
        select uid, imported_title = title as title,
          (imported_starts_on, imported_ends_before) = (starts_on, ends_before) as days
        from bookings order by id`.execute(db);
      expect(rows).toEqual([
        { uid: 'untouched', title: true, days: true },
        { uid: 'renamed', title: null, days: true },
        { uid: 'moved', title: true, days: null },
        { uid: 'ours@godhuli', title: null, days: null },
      ]);
    });
  }, 120_000);

  it('ADM-GAL-10 a database that ran an earlier text of the removal of unused photos gets its column', async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '320-unused-photos' });
      await sql`alter table client_files_to_remove drop column noted_at`.execute(db);
      await migrate(db);
      expect(await db.selectFrom('client_files_to_remove').select('noted_at').execute()).toEqual([]);
    });
  }, 120_000);

  it('CLIENT-3 PRIV-4 replies and tasks move to the client of their inquiry, or go if it was erased', async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '350-drafts-with-key' });
      await sql`
        insert into clients (name, erased_at) values ('Asha', null), ('Ashu', null), ('Erased client', now())`.execute(
        db,
      );
      await sql`
        insert into inquiries (name, event_type, message, quarantined, network, client_id)
        select 'Row', 'other', '', false, '', id from clients order by id`.execute(db);
      const inquiries = sql`unnest(array[null, 1, 2, 3]) inquiry`;
      await sql`
        insert into client_entries (client_id, inquiry_id, kind, text, by)
        select 1, inquiry, 'note', coalesce('about ' || inquiry, 'a note'), 'x' from ${inquiries}`.execute(db);
      await sql`
        insert into client_tasks (client_id, inquiry_id, due_on, text, by)
        select 1, inquiry, '2030-01-01', coalesce('about ' || inquiry, 'a note'), 'x' from ${inquiries}`.execute(db);
      const file = 'f'.repeat(32);
      await sql`
        update client_entries set kind = 'file', file_id = ${file}, file_name = 'a.pdf', file_bytes = 1
        where inquiry_id = 3`.execute(db);
      await migrate(db);
      const { rows } = await sql`
        select client_id, text from client_entries union all select client_id, text from client_tasks
        order by text, client_id`.execute(db);
      const twice = (row: object) => [row, row];
      expect(rows).toEqual([
        ...twice({ client_id: '1', text: 'a note' }),
        ...twice({ client_id: '1', text: 'about 1' }),
        ...twice({ client_id: '2', text: 'about 2' }),
      ]);
      const { rows: left } = await sql`select file_id from client_blobs_to_remove`.execute(db);
      expect(left).toEqual([{ file_id: file }]);
    });
  }, 120_000);

  it('CLIENT-5 inquiries are due within the day of their task, also those of tasks added before', async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '350-drafts-with-key' });
      await sql`insert into clients (name) values ('Asha')`.execute(db);
      await sql`
        insert into inquiries (name, event_type, message, quarantined, network, client_id, stage)
        values ('Row', 'other', '', false, '', 1, 'Met'), ('Row', 'other', '', false, '', 1, 'Met')`.execute(db);
      await sql`
        insert into client_tasks (client_id, inquiry_id, due_on, text, by)
        values (1, 1, '2030-01-01', 'Call', 'x')`.execute(db);
      await migrate(db);
      const { rows } = await sql`select due_at from inquiries order by id`.execute(db);
      expect(rows).toEqual([{ due_at: new Date('2030-01-01T23:59:59.999+05:30') }, { due_at: null }]);
    });
  }, 120_000);

  it('RUN-4 a migration of a large table has no limit of time', async () => {
    await onEmptyDatabase(engine, async (db) => {
      await migrate(db, { upTo: '060-portfolio-version' });
      await sql`
      insert into inquiries (name, event_type, message, quarantined, network)
      values ('Row', 'other', '', true, '203.0.113.9')`.execute(db);
      // What each statement that changes an inquiry may take, in the server's words.
      await sql`create table limits (word text)`.execute(db);
      await sql`
      create function note_limit() returns trigger language plpgsql as $$
      begin insert into limits values (current_setting('statement_timeout')); return new; end $$`.execute(db);
      await sql`create trigger note before update on inquiries for each row execute function note_limit()`.execute(db);
      await sql`update inquiries set notes = 'x'`.execute(db);
      await migrate(db);
      const { rows } = await sql<{ word: string }>`select word from limits`.execute(db);
      const [first, ...ofMigrations] = rows.map(({ word }) => word);
      expect(first).toBe(engine === 'postgres' ? '15s' : '0');
      expect(new Set(ofMigrations)).toEqual(new Set(['0']));
    });
  }, 120_000);
});

/** Whether a rule speaks of a column that the older program leaves empty. */
function isOfNewColumn(line: string, known: Set<string>, columns: { table: string; column: string }[]): boolean {
  const table = line.split(':')[0] ?? '';
  return columns.some(
    (one) =>
      one.table === table && !known.has(`${table}.${one.column}`) && new RegExp(`\\b${one.column}\\b`).test(line),
  );
}
