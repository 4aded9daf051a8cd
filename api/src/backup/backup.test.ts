import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib';
import { createLogger } from '@godhuli/server/logger';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { extract as createExtract, pack as createPack } from 'tar-stream';
import { backupCommand } from '../commands/backup.js';
import type { Command } from '../commands/command.js';
import { restoreCommand } from '../commands/restore.js';
import { claimDataDirectory } from '../db/data-directory.js';
import type { Database } from '../db/database.js';
import { migrate } from '../db/migrate.js';
import { type OpenDatabase, openDatabase } from '../db/open-database.js';
import { sendDue } from '../features/outbox/outbox-worker.js';
import { engines, testDatabase } from '../testing/test-database.js';
import type { BackupManifest, BackupTable } from './backup-format.js';
import { dumpDatabase } from './dump-database.js';
import { verifyBackup } from './read-backup.js';
import { restoreBackup } from './restore-backup.js';
import { startBackup } from './write-backup.js';

const folder = mkdtempSync(join(tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const onPostgres = engines().includes('postgres') ? it : it.skip;

const PHOTOGRAPH = 'a'.repeat(64);
const CONTRACT = 'c'.repeat(32);
const RELEASE = { remote: 'public-site', version: '1.0.0-3f9a1c0b77aa' };
/** Text that careless copying bends: line separators, quotes, a backslash, an emoji, a word that looks like NULL. */
const MESSAGE = 'one\u2028two\u2029three\n"four" \\N \\u0041 \u{1F4F7} null';

/** The sample data and awkward rows, with the files of one photo and one release. */
async function fillInstallation(db: Kysely<Database>, dataDir: string) {
  await sql`insert into users (email, name, role, password_hash) values ('a@example.com', 'A', 'admin', 'x')`.execute(
    db,
  );
  await sql`
    insert into inquiries (name, event_type, message, event_date, quarantined, network, created_at)
    select 'Visitor ' || n, 'wedding', ${MESSAGE}, '2031-02-28', false, '10.0.0.1', '2026-01-02 03:04:05.678901+05:30'
    from generate_series(1, 1203) n`.execute(db);
  await sql`
    insert into idempotency_keys (key, fingerprint, inquiry_id) values ('k', 'f', (select max(id) from inquiries))
  `.execute(db);
  await sql`
    insert into media (id, width, height, thumbhash, color, focal_x, focal_y, bytes)
    values (${PHOTOGRAPH}, 10, 10, 'x', '#000000', 33.3333, 0.1, 5)`.execute(db);
  await sql`
    insert into packages (package_id, name, price, duration, category, features, terms, popular, color, position)
    values ('p', 'P', '₹1', '', 'Wedding', array['a,b', '{"c"}', ''], array[]::text[], true, '', 1)`.execute(db);
  await sql`
    insert into releases (remote, version, manifest, size, published_by, published_at, checks)
    values (${RELEASE.remote}, ${RELEASE.version}, '{"files": []}', 1, 'A', now(), '[]')`.execute(db);
  await sql`update composition_state set generation = 41`.execute(db);
  await sql`
    insert into sessions (token_hash, user_id) values ('t', (select max(id) from users))`.execute(db);
  await sql`insert into clients (name) values ('Visitor')`.execute(db);
  await sql`
    insert into client_entries (client_id, kind, text, file_id, file_name, file_bytes, by)
    select max(id), 'file', '', ${CONTRACT}, 'करार.pdf', 4, 'A' from clients`.execute(db);
  await mkdir(join(dataDir, 'client-files'));
  await writeFile(join(dataDir, 'client-files', CONTRACT), '%PDF');
  const release = join(dataDir, 'releases', RELEASE.remote, RELEASE.version);
  await mkdir(join(release, 'static'), { recursive: true });
  await writeFile(join(release, 'static', 'remoteEntry.js'), 'var remote;');
  await mkdir(join(dataDir, 'media', PHOTOGRAPH), { recursive: true });
  await writeFile(join(dataDir, 'media', PHOTOGRAPH, 'master'), 'JPEG!');
}

/** Every row of every table as text, as the database itself writes it. */
async function contents(db: Kysely<Database>): Promise<Record<string, string>> {
  const into = await mkdir(join(folder, `contents-${Math.random()}`), { recursive: true });
  const { tables } = await dumpDatabase(db, into ?? folder);
  const texts = tables.map(async ({ name, sequences }) => {
    const rows = await readFile(join(into ?? folder, `${name}.jsonl`), 'utf8');
    return [name, JSON.stringify(sequences) + rows];
  });
  return Object.fromEntries(await Promise.all(texts));
}

async function backUp(opened: OpenDatabase, dataDir: string, name: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, await buffer(await startBackup({ ...opened, dataDir })));
  return file;
}

async function emptyPostgres(): Promise<string> {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const name = `backup_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}

jest.setTimeout(120_000);

describe('a backup of the embedded database', () => {
  const dataDir = join(folder, 'installation');
  let opened: OpenDatabase;
  let file: string;
  beforeAll(async () => {
    await mkdir(dataDir);
    opened = await testDatabase();
    await fillInstallation(opened.db, dataDir);
    file = await backUp(opened, dataDir, 'whole.tar.gz');
  }, 180_000);
  afterAll(() => opened.close());

  it('holds every row of one snapshot and every file, says so, and leaves nothing behind', async () => {
    const manifest = await verifyBackup(file);
    const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    expect(rows).toMatchObject({ users: 4, inquiries: 1203, idempotency_keys: 1, releases: 1 });
    expect(Object.keys(rows)).not.toContain('sessions');
    expect(manifest.missing).not.toContain(`media/${PHOTOGRAPH}/master`);
    const paths = manifest.entries.map((entry) => entry.path);
    expect(paths).toContain(`media/${PHOTOGRAPH}/master`);
    expect(paths).toContain(`client-files/${CONTRACT}`);
    const release = `releases/${RELEASE.remote}/${RELEASE.version}`;
    expect(manifest.folders).toEqual([{ path: release, files: 1, sha256: expect.any(String) }]);
    expect((await readdir(dataDir)).sort()).toEqual(['client-files', 'media', 'releases']);
  });

  it('restores into an empty directory: every row, sequence and file equal; the sessions are gone', async () => {
    const restored = join(folder, 'restored');
    await restoreBackup(file, { dataDir: restored });
    expect((await readdir(restored)).sort()).toEqual(['client-files', 'database', 'godhuli.json', 'media', 'releases']);
    expect(await readFile(join(restored, 'client-files', CONTRACT), 'utf8')).toBe('%PDF');
    const release = join(restored, 'releases', RELEASE.remote, RELEASE.version, 'static', 'remoteEntry.js');
    expect(await readFile(release, 'utf8')).toBe('var remote;');
    expect(await readFile(join(restored, 'media', PHOTOGRAPH, 'master'), 'utf8')).toBe('JPEG!');
    const again = await openDatabase({ dataDir: restored });
    try {
      expect(await contents(again.db)).toEqual(await contents(opened.db));
      expect(await again.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
      expect(await migrate(again.db)).toEqual([]);
    } finally {
      await again.close();
    }
  }, 180_000);

  onPostgres(
    'crosses to a Postgres server, and a backup of that one is the same entry by entry',
    async () => {
      const databaseUrl = await emptyPostgres();
      const there = join(folder, 'on-postgres');
      await restoreBackup(file, { databaseUrl, dataDir: there });
      const server = await openDatabase({ databaseUrl, dataDir: there });
      try {
        expect(await contents(server.db)).toEqual(await contents(opened.db));
        const second = await backUp(server, there, 'from-postgres.tar.gz');
        const [first, next] = [await verifyBackup(file), await verifyBackup(second)];
        expect(first.engine).toBe('pglite');
        expect(next.engine).toBe('postgres');
        // Entry by entry the same digests: what restores into one engine restores into the other.
        expect(next.entries).toEqual(first.entries);
        expect(next.folders).toEqual(first.folders);
        await expect(restoreBackup(second, { databaseUrl, dataDir: join(folder, 'other') })).rejects.toThrow(
          'DATABASE_URL: the database is in use already. Nothing was changed.',
        );
      } finally {
        await server.close();
      }
    },
    180_000,
  );

  onPostgres('the command refuses a data directory that is not mounted instead of leaving out every file', async () => {
    const databaseUrl = await emptyPostgres();
    const dataDir = join(folder, 'not-mounted');
    await mkdir(dataDir);
    const server = await openDatabase({ databaseUrl, dataDir });
    await migrate(server.db).finally(server.close);
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const input = { args: ['night.tar.gz'], env, folder, print: () => undefined };
    await expect(backupCommand(input)).rejects.toThrow(
      `DATA_DIR: the files of the site are not in ${dataDir}. Set it as for the site.`,
    );
    expect(await readdir(folder)).not.toContain('night.tar.gz');
  });

  onPostgres(
    'nothing opens a Postgres database whose restore was interrupted before its files were in place',
    async () => {
      const databaseUrl = await emptyPostgres();
      const dataDir = join(folder, 'interrupted');
      const onProgress = (line: string) => {
        if (line.startsWith('database:')) throw new Error('interrupted');
      };
      await expect(restoreBackup(file, { databaseUrl, dataDir, onProgress })).rejects.toThrow('interrupted');
      const refusal =
        'DATABASE_URL: a restore into this database was interrupted. Empty DATA_DIR, create the database again and ' +
        'repeat the restore.';
      await expect(openDatabase({ databaseUrl, dataDir })).rejects.toThrow(refusal);
      await expect(restoreBackup(file, { databaseUrl, dataDir })).rejects.toThrow(refusal);
    },
    180_000,
  );

  it('is refused before any change when a byte is wrong, the end is missing or an entry is unknown', async () => {
    const whole = await readFile(file);
    const tar = gunzipSync(whole);
    const flippedInside = Buffer.from(tar);
    const at = flippedInside.indexOf('Visitor 7');
    flippedInside[at] = (flippedInside[at] ?? 0) ^ 1;
    const ofRelease = Buffer.from(tar);
    ofRelease.write('let', ofRelease.indexOf('var remote;'), 'latin1');
    const foreign = Buffer.from(tar);
    foreign.write('../../escaped', tar.indexOf('database/'), 'latin1');
    const flipped = Buffer.from(whole);
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 0xff;
    const files: Record<string, Buffer> = {
      'cut off in the middle': whole.subarray(0, whole.length >> 1),
      'cut off at the last byte': whole.subarray(0, -1),
      'one byte flipped': flipped,
      'one letter of a row changed, packed again': gzipSync(flippedInside),
      'a file of a release changed, packed again': gzipSync(ofRelease),
      'an entry that climbs out, packed again': gzipSync(foreign),
      'the manifest cut away, packed again': gzipSync(tar.subarray(0, tar.lastIndexOf('manifest.json'))),
      'a picture': Buffer.from('JPEG!'),
      nothing: Buffer.alloc(0),
    };
    const dataDir = join(folder, 'untouched');
    for (const [name, bytes] of Object.entries(files)) {
      const damaged = join(folder, 'damaged.tar.gz');
      await writeFile(damaged, bytes);
      const outcome = await restoreBackup(damaged, { dataDir }).then(
        () => 'restored',
        (error: Error) => `${error.name}: ${error.message}`,
      );
      expect(`${name}: ${outcome}`).toMatch(/: BackupRefused: .*Nothing was changed\.$/);
      await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
    }
  });

  it('is refused by a directory that holds anything', async () => {
    await expect(restoreBackup(file, { dataDir })).rejects.toThrow(
      `DATA_DIR: ${dataDir} is not empty (client-files, media, releases). Nothing was changed.`,
    );
    expect((await readdir(dataDir)).sort()).toEqual(['client-files', 'media', 'releases']);
  });

  it('names a photo whose file was already missing instead of failing', async () => {
    const bare = join(folder, 'bare');
    await mkdir(bare);
    const manifest = await verifyBackup(await backUp(opened, bare, 'bare.tar.gz'));
    expect(manifest.missing).toContain(`media/${PHOTOGRAPH}/master`);
    expect(manifest.missing).toContain(`releases/${RELEASE.remote}/${RELEASE.version}`);
    expect(manifest.entries.filter(({ path }) => !path.startsWith('database/'))).toEqual([]);
  });

  it('is refused before the transfer when it would list more files than a restore reads', async () => {
    await expect(startBackup({ ...opened, dataDir, maxManifestBytes: 10_000 })).rejects.toThrow(
      /^A backup can list \d+ photos, films and files of clients, and the site has \d+\. Delete those/,
    );
    expect((await readdir(dataDir)).sort()).toEqual(['client-files', 'media', 'releases']);
  });

  it('lists a release with all its files as one line, so that no remote can make the manifest too large', async () => {
    const many = join(folder, 'many');
    const release = join(many, 'releases', RELEASE.remote, RELEASE.version);
    await mkdir(release, { recursive: true });
    for (let index = 0; index < 500; index++) await writeFile(join(release, `${index}.js`), `${index}`);
    const written = await backUp(opened, many, 'many.tar.gz');
    const manifest = await verifyBackup(written);
    expect(manifest.folders?.map(({ files }) => files)).toEqual([500]);
    expect(manifest.entries.filter(({ path }) => path.startsWith('releases/'))).toEqual([]);
    const dataDir = join(folder, 'many-restored');
    await restoreBackup(written, { dataDir });
    expect(await readdir(join(dataDir, 'releases', RELEASE.remote, RELEASE.version))).toHaveLength(500);
  }, 180_000);

  it('counts no file as missing that was removed with its row while the backup was written', async () => {
    const { db } = opened;
    await sql`insert into film_files (id, kind, bytes) values (${PHOTOGRAPH}, 'mp4', 1)`.execute(db);
    let removed: Promise<unknown> = Promise.resolve();
    const onProgress = (line: string) => {
      // The snapshot is complete, and no file has been read.
      if (!line.startsWith('database:')) return;
      for (const name of ['media', 'client-files', 'releases']) rmSync(join(dataDir, name), { recursive: true });
      removed = Promise.all([
        db.deleteFrom('media').where('id', '=', PHOTOGRAPH).execute(),
        db.deleteFrom('film_files').execute(),
        db.deleteFrom('client_entries').where('file_id', '=', CONTRACT).execute(),
        db.updateTable('releases').set({ files_removed_at: new Date() }).execute(),
      ]);
    };
    const before = await verifyBackup(file);
    const written = join(folder, 'removals.tar.gz');
    await writeFile(written, await buffer(await startBackup({ ...opened, dataDir, onProgress })));
    await removed;
    expect((await verifyBackup(written)).missing).toEqual(before.missing);
  });
});

describe('the messages of a restored backup', () => {
  const dataDir = join(folder, 'messages');
  let restored: OpenDatabase;
  beforeAll(async () => {
    await mkdir(dataDir);
    const opened = await testDatabase();
    await sql`
      insert into outbox (kind, user_id, state, leased_until, idempotency_key)
      select 'test', (select min(id) from users), state, leased_until, state || coalesce(leased_until::text, '')
      from (values ('waiting', null), ('waiting', now()), ('unknown', null), ('sent', null), ('cancelled', null))
        as message (state, leased_until)`.execute(opened.db);
    const file = await backUp(opened, dataDir, 'messages.tar.gz').finally(opened.close);
    await restoreBackup(file, { dataDir: join(folder, 'messages-restored') });
    restored = await openDatabase({ dataDir: join(folder, 'messages-restored') });
  }, 180_000);
  afterAll(() => restored.close());

  it('MSG-5 are given up if they waited or were uncertain, with the reason', async () => {
    const messages = await restored.db.selectFrom('outbox').select(['state', 'error']).orderBy('id').execute();
    const givenUp = {
      state: 'failed',
      error: 'It was waiting in a backup that was restored, and may have been sent after the backup was made.',
    };
    const others = ['sent', 'cancelled'].map((state) => ({ state, error: null }));
    expect(messages).toEqual([givenUp, givenUp, givenUp, ...others]);
  });

  it('MSG-5 are not sent by the restored site', async () => {
    const options = {
      ...{ db: restored.db, logger: createLogger('silent'), createPasswordLink: async () => null },
      settings: { email: null, webhook: null, origin: 'https://studio.example' },
    };
    expect(await sendDue(options, ['email', 'webhook'])).toBe(0);
  });
});

describe('a database with tables of other programs', () => {
  const dataDir = join(folder, 'shared');
  let opened: OpenDatabase;
  let file: string;
  beforeAll(async () => {
    await claimDataDirectory(dataDir);
    opened = await testDatabase();
    await sql`create table heartbeat (id int)`.execute(opened.db);
    await sql`create table "Heartbeat" (id int)`.execute(opened.db);
    file = await backUp(opened, dataDir, 'shared.tar.gz');
  }, 180_000);
  afterAll(() => opened.close());

  it('is backed up without them, and the backup names them', async () => {
    const manifest = await verifyBackup(file);
    expect(manifest.tables.map(({ name }) => name)).not.toContain('heartbeat');
    expect(manifest.foreignTables).toEqual(['Heartbeat', 'heartbeat']);
  });

  it('has a backup that can be restored', async () => {
    const { tables } = await verifyBackup(file);
    const restored = await restoreBackup(file, { dataDir: join(folder, 'shared-restored') });
    expect(restored.tables).toEqual(tables);
  });

  it('is backed up with the tables of a newer version', async () => {
    const newer = await testDatabase();
    await sql`insert into godhuli_migration (name, timestamp) values ('990-newer', now()::text)`.execute(newer.db);
    await sql`create table of_a_newer_version (id int)`.execute(newer.db);
    await sql`create table "Heartbeat" (id int)`.execute(newer.db);
    const manifest = await verifyBackup(await backUp(newer, dataDir, 'newer.tar.gz').finally(newer.close));
    expect(manifest.tables.map(({ name }) => name)).toContain('of_a_newer_version');
    expect(manifest.foreignTables).toEqual(['Heartbeat']);
  });

  onPostgres(
    'has warnings of the commands, not failures',
    async () => {
      const lines: string[] = [];
      const commandAt = async (command: Command, name: string, databaseUrl: string) => {
        const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name) };
        await command({ args: ['command.tar.gz'], env, folder, print: (line) => lines.push(line) });
      };
      const databaseUrl = await emptyPostgres();
      const server = await openDatabase({ databaseUrl, dataDir });
      await migrate(server.db);
      await sql`create table heartbeat (id int)`.execute(server.db).finally(server.close);
      await commandAt(backupCommand, 'shared', databaseUrl);
      await commandAt(restoreCommand, 'shared-on-postgres', await emptyPostgres());
      expect(lines.filter((line) => line.startsWith('warning:'))).toEqual([
        'warning: the table heartbeat is not part of the site, so it is not in the backup',
        'warning: the table heartbeat was not part of the site, so it is not in the backup',
      ]);
    },
    180_000,
  );
});

type ManifestEntry = BackupManifest['entries'][number];

/**
 * Packs a backup again as an older version wrote it: with more entries and another manifest.
 * @param edit gets the entries of the file, changes the manifest and returns the entries to add
 */
async function repack(
  file: string,
  edit: (manifest: BackupManifest, packed: ManifestEntry[]) => { path: string; content: string }[],
) {
  const pack = createPack();
  const extract = createExtract();
  const manifest = await verifyBackup(file);
  const packed: ManifestEntry[] = [];
  const digestOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
  const reading = pipeline(createReadStream(file), createGunzip(), extract as unknown as NodeJS.WritableStream);
  for await (const entry of extract) {
    const { name } = entry.header;
    const content = await buffer(entry as unknown as AsyncIterable<Uint8Array>);
    if (name === 'manifest.json') continue;
    pack.entry(entry.header, content);
    packed.push({ path: name, size: content.length, sha256: digestOf(content) });
  }
  await reading;
  for (const { path, content } of edit(manifest, packed)) {
    pack.entry({ name: path }, content);
    manifest.entries.push({ path, size: content.length, sha256: digestOf(content) });
  }
  pack.entry({ name: 'manifest.json' }, JSON.stringify(manifest));
  pack.finalize();
  await writeFile(file, gzipSync(await buffer(pack as unknown as AsyncIterable<Uint8Array>)));
}

describe('a backup from before, which lists every file of a release', () => {
  const dataDir = join(folder, 'listed');
  let file: string;
  beforeAll(async () => {
    await mkdir(dataDir);
    const opened = await testDatabase();
    await fillInstallation(opened.db, dataDir);
    file = await backUp(opened, dataDir, 'listed.tar.gz').finally(opened.close);
    await repack(file, (manifest, packed) => {
      delete manifest.folders;
      manifest.entries = packed;
      return [];
    });
  }, 180_000);

  it('is restored', async () => {
    const restored = join(folder, 'listed-restored');
    await restoreBackup(file, { dataDir: restored });
    const release = join(restored, 'releases', RELEASE.remote, RELEASE.version, 'static', 'remoteEntry.js');
    expect(await readFile(release, 'utf8')).toBe('var remote;');
  }, 180_000);

  it('is refused when a file of a release differs, or is not listed', async () => {
    const tar = gunzipSync(await readFile(file));
    tar.write('let', tar.indexOf('var remote;'), 'latin1');
    const damaged = join(folder, 'listed-damaged.tar.gz');
    await writeFile(damaged, gzipSync(tar));
    await expect(verifyBackup(damaged)).rejects.toThrow('does not match its checksum');
    await repack(file, (manifest) => {
      manifest.entries = manifest.entries.filter(({ path }) => !path.startsWith('releases/'));
      return [];
    });
    await expect(verifyBackup(file)).rejects.toThrow(`${RELEASE.version} is not in its manifest`);
  });
});

describe('large rows', () => {
  it('are read in fetches of a few megabytes, whatever a fetch of small rows returns', async () => {
    const opened = await testDatabase();
    const into = await mkdir(join(folder, 'large-rows'), { recursive: true });
    await sql`
      insert into releases (remote, version, manifest, size, published_by, published_at, checks)
      select 'large', '1.0.' || n, jsonb_build_object('files', '[]'::jsonb, 'filler', repeat('x', 180000)), 1, 'A', now(), '[]'
      from generate_series(1, 60) n`.execute(opened.db);
    const fetched: number[] = [];
    const db = opened.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        fetched.push(result.rows.map(({ line }) => (typeof line === 'string' ? line : '')).join('').length);
        return result;
      },
    });
    const { tables } = await dumpDatabase(db, into ?? folder).finally(opened.close);
    expect(tables.find(({ name }) => name === 'releases')?.rows).toBe(60);
    expect(Math.max(...fetched)).toBeGreaterThan(180_000);
    expect(Math.max(...fetched)).toBeLessThan(4 * 1024 * 1024);
  });
});

describe('a backup from before, with a table of another program', () => {
  /** Adds a table to a backup, as a version did that backed up every table. */
  const withTable = (file: string, table: BackupTable, rows: string) =>
    repack(file, (manifest) => {
      manifest.tables.push(table);
      return [{ path: `database/${table.name}.jsonl`, content: rows }];
    });

  it('is restored without that table, with a warning', async () => {
    const dataDir = join(folder, 'before');
    await mkdir(dataDir);
    const opened = await testDatabase();
    const file = await backUp(opened, dataDir, 'before.tar.gz').finally(opened.close);
    await withTable(file, { name: 'heartbeat', columns: ['id'], rows: 1, sequences: [] }, '{"id":1}\n');
    const lines: string[] = [];
    const onProgress = (line: string) => void lines.push(line);
    const { tables } = await restoreBackup(file, { dataDir: join(folder, 'before-restored'), onProgress });
    expect(tables.map(({ name }) => name)).not.toContain('heartbeat');
    expect(lines).toContain('warning: the table heartbeat of the backup is not part of the site and was skipped');
  });

  it('is refused when a table of the site has an unknown column', async () => {
    const dataDir = join(folder, 'column');
    await mkdir(dataDir);
    const opened = await testDatabase();
    await sql`alter table inquiries add column heard_at text`.execute(opened.db);
    const file = await backUp(opened, dataDir, 'column.tar.gz').finally(opened.close);
    await expect(restoreBackup(file, { dataDir: join(folder, 'column-restored') })).rejects.toThrow(
      'The backup contains inquiries.heard_at, which this version does not support.',
    );
  });
});
