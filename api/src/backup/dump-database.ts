import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/database.js';
import { appliedMigrations } from '../db/migrate.js';
import { migrations as knownMigrations } from '../db/migrations/list.js';
import { listTables, SITE_TABLES } from '../db/site-tables.js';
import { type BackupTable, isTableName, LEFT_OUT_TABLES } from './backup-format.js';

const ROWS_PER_FETCH = 500;
/** The rows of one fetch are in memory together. */
const BYTES_PER_FETCH = 4 * 1024 * 1024;

/** The content of one snapshot of the database. */
export interface DatabaseDump {
  migrations: string[];
  tables: BackupTable[];
  /** tables of other programs, which are left out */
  foreignTables: string[];
  mediaIds: string[];
  /** names of uploaded films and captions in `films/` */
  filmFiles: string[];
  /** names of files of clients in `client-files/` */
  clientFiles: string[];
  /** releases whose files have not been removed */
  releases: { remote: string; version: string }[];
}

interface TableShape {
  name: string;
  columns: string[];
  key: string[];
  references: string[];
}

/**
 * Writes every table of the site from one read-only snapshot to `<table>.jsonl` in `folder`, as JSON lines. Writing to the disk instead
 * of the download keeps the snapshot short however slow the network is; with PGlite it holds the only connection.
 */
export async function dumpDatabase(db: Kysely<Database>, folder: string): Promise<DatabaseDump> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const migrations = await appliedMigrations(transaction);
      const tables: BackupTable[] = [];
      const { names, foreignTables } = await chooseTables(transaction, migrations);
      for (const shape of sortByReference(await readShapes(transaction, names))) {
        const rows = await writeRows(transaction, shape, join(folder, `${shape.name}.jsonl`));
        const sequences = await readSequences(transaction, shape);
        tables.push({ name: shape.name, columns: shape.columns, rows, sequences });
      }
      return { migrations, tables, foreignTables, ...(await readFileNames(transaction)) };
    });
}

/**
 * Returns which tables a backup contains, and which are of other programs. Tables of a newer version cannot be told apart
 * from those: then every table that can be read is in the backup, and a restore skips what its migrations do not create.
 */
async function chooseTables(transaction: Transaction<Database>, migrations: string[]) {
  const hasUnknown = migrations.some((name) => !(name in knownMigrations));
  const tables = (await listTables(transaction)).filter(
    ({ name }) => !LEFT_OUT_TABLES.includes(name) && !name.startsWith('godhuli_migration'),
  );
  const isChosen = ({ name, isReadable }: (typeof tables)[number]) =>
    SITE_TABLES.has(name) || (hasUnknown && isReadable && isTableName(name));
  return {
    names: tables.filter(isChosen).map(({ name }) => name),
    foreignTables: tables.filter((table) => !isChosen(table)).map(({ name }) => name),
  };
}

async function readFileNames(transaction: Transaction<Database>) {
  const media = await transaction.selectFrom('media').select('id').orderBy('id').execute();
  const films = await transaction.selectFrom('film_files').select(['id', 'kind']).orderBy('id').execute();
  const files = await transaction
    .selectFrom('client_entries')
    .select('file_id')
    .where('file_id', 'is not', null)
    .orderBy('id')
    .execute();
  const releases = await transaction
    .selectFrom('releases')
    .select(['remote', 'version'])
    .where('files_removed_at', 'is', null)
    .orderBy('id')
    .execute();
  const filmFiles = films.map(({ id, kind }) => `${id}.${kind}`);
  return {
    mediaIds: media.map((row) => row.id),
    filmFiles,
    clientFiles: files.flatMap(({ file_id }) => file_id ?? []),
    releases,
  };
}

/** Returns whether the database refers to a file now: it may have been removed with its row after a snapshot. */
export const isReferenced = {
  media: async (db: Kysely<Database>, id: string): Promise<boolean> =>
    (await db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
  film: async (db: Kysely<Database>, name: string): Promise<boolean> =>
    (await db
      .selectFrom('film_files')
      .select('id')
      .where(sql<string>`id || '.' || kind`, '=', name)
      .executeTakeFirst()) !== undefined,
  clientFile: async (db: Kysely<Database>, id: string): Promise<boolean> =>
    (await db.selectFrom('client_entries').select('id').where('file_id', '=', id).executeTakeFirst()) !== undefined,
  release: async (db: Kysely<Database>, remote: string, version: string): Promise<boolean> =>
    (await db
      .selectFrom('releases')
      .select('id')
      .where('remote', '=', remote)
      .where('version', '=', version)
      .where('files_removed_at', 'is', null)
      .executeTakeFirst()) !== undefined,
};

/** Reads the columns from the catalog, not from this program's types, so that a backup misses nothing. */
async function readShapes(transaction: Transaction<Database>, names: string[]): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select c.relname::text as name,
      array(
        select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum
      ) as columns,
      array(
        select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary order by a.attnum
      ) as key,
      array(
        select t.relname::text from pg_constraint f join pg_class t on t.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid order by t.relname
      ) as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relname = any(${names}::text[])
    order by c.relname`.execute(transaction);
  return rows;
}

function sortByReference(shapes: TableShape[]): TableShape[] {
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  const ordered = new Set<TableShape>();
  const place = (shape: TableShape, waiting: string[]) => {
    if (ordered.has(shape)) return;
    if (waiting.includes(shape.name)) throw new Error(`Circular references between tables: ${waiting.join(', ')}`);
    for (const name of shape.references) {
      const other = byName.get(name);
      if (other) place(other, [...waiting, shape.name]);
    }
    ordered.add(shape);
  };
  for (const shape of shapes) place(shape, []);
  return [...ordered];
}

async function writeRows(transaction: Transaction<Database>, shape: TableShape, path: string): Promise<number> {
  let rows = 0;
  const lines = async function* () {
    const order = shape.key.length > 0 ? sql`order by ${sql.join(shape.key.map((column) => sql.ref(column)))}` : sql``;
    const rowsPerFetch = await countRowsPerFetch(transaction, shape);
    // Postgres serializes the values itself: JavaScript would lose precision (microseconds, bigint, floats).
    await sql`
      declare backup_rows no scroll cursor for
      select row_to_json(t)::text as line from ${sql.table(shape.name)} t ${order}`.execute(transaction);
    for (;;) {
      const fetched = await sql<{ line: string }>`fetch forward ${sql.lit(rowsPerFetch)} from backup_rows`.execute(
        transaction,
      );
      if (fetched.rows.length === 0) break;
      rows += fetched.rows.length;
      yield `${fetched.rows.map((row) => row.line).join('\n')}\n`;
    }
    await sql`close backup_rows`.execute(transaction);
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
  return rows;
}

/** Returns how many rows one fetch may return, however large they are. A row of `releases` may have 180 KB. */
async function countRowsPerFetch(transaction: Transaction<Database>, shape: TableShape): Promise<number> {
  const { rows } = await sql<{ longest: number | null }>`
    select max(octet_length(row_to_json(t)::text)) as longest from ${sql.table(shape.name)} t`.execute(transaction);
  const fitting = Math.floor(BYTES_PER_FETCH / Math.max(1, rows[0]?.longest ?? 1));
  return Math.min(ROWS_PER_FETCH, Math.max(1, fitting));
}

async function readSequences(transaction: Transaction<Database>, shape: TableShape): Promise<BackupTable['sequences']> {
  const { rows } = await sql<{ column: string; sequence: string }>`
    select name as column, pg_get_serial_sequence(quote_ident(${shape.name}), name) as sequence
    from unnest(${shape.columns}::text[]) as name
    where pg_get_serial_sequence(quote_ident(${shape.name}), name) is not null`.execute(transaction);
  const sequences: BackupTable['sequences'] = [];
  for (const { column, sequence } of rows) {
    const state = await sql<{ value: string; called: boolean }>`
      select last_value::text as value, is_called as called from ${sql.raw(sequence)}`.execute(transaction);
    for (const { value, called } of state.rows) sequences.push({ column, value, called });
  }
  return sequences;
}
