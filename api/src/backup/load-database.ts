import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/database.js';
import { UNFINISHED_RESTORE } from '../db/open-database.js';
import { type BackupManifest, BackupRefused, type BackupTable, tableEntry } from './backup-format.js';

const LINE_FEED = 0x0a;
const ROWS_PER_INSERT = 500;
const BYTES_PER_INSERT = 1024 * 1024;

/**
 * Loads the rows in `folder` into an unused database, in one transaction. The tables must be those of the backup's
 * migrations; rows written by migrations are replaced. The database cannot be opened again before `markRestored`.
 * @throws BackupRefused when tables, columns or row counts differ from the manifest
 */
export async function loadDatabase(db: Kysely<Database>, folder: string, manifest: BackupManifest): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await checkColumns(transaction, manifest);
    if (manifest.tables.length === 0) return;
    const tables = sql.join(manifest.tables.map((table) => sql.table(table.name)));
    await sql`truncate ${tables} cascade`.execute(transaction);
    for (const table of manifest.tables) {
      const loaded = await loadRows(transaction, table, join(folder, tableEntry(table.name)));
      if (loaded !== table.rows) {
        throw new BackupRefused(`The backup should have ${table.rows} rows in ${table.name} but has ${loaded}.`);
      }
      await setSequences(transaction, table);
    }
    await sql`create table ${sql.table(UNFINISHED_RESTORE)} (id integer)`.execute(transaction);
  });
}

/** Lets programs open a database whose files are in place. */
export async function markRestored(db: Kysely<Database>): Promise<void> {
  await sql`drop table if exists ${sql.table(UNFINISHED_RESTORE)}`.execute(db);
}

async function checkColumns(transaction: Transaction<Database>, manifest: BackupManifest) {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname::text as name, array_agg(a.attname::text) as columns
    from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname = current_schema() and c.relkind = 'r'
    group by c.relname`.execute(transaction);
  const known = new Map(rows.map((row) => [row.name, new Set(row.columns)]));
  for (const { name, columns } of manifest.tables) {
    const unknown = columns.find((column) => !known.get(name)?.has(column));
    if (unknown)
      throw new BackupRefused(`The backup contains ${name}.${unknown}, which this version does not support.`);
  }
}

async function loadRows(transaction: Transaction<Database>, table: BackupTable, path: string): Promise<number> {
  let loaded = 0;
  for await (const lines of batches(path)) {
    const columns = sql.join(table.columns.map((column) => sql.ref(column)));
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table.name)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table.name)}, ${`[${lines.join(',')}]`}::jsonb)
    `.execute(transaction);
    loaded += Number(numAffectedRows ?? 0);
  }
  return loaded;
}

async function* batches(path: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let size = 0;
  for await (const line of linesOf(path)) {
    lines.push(line);
    size += line.length;
    if (lines.length < ROWS_PER_INSERT && size < BYTES_PER_INSERT) continue;
    yield lines;
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield lines;
}

/** Splits at line feeds only. `node:readline` would also split at U+2028, which texts may contain. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  }
}

async function setSequences(transaction: Transaction<Database>, table: BackupTable) {
  for (const { column, value, called } of table.sequences) {
    await sql`
      select setval(pg_get_serial_sequence(quote_ident(${table.name}), ${column}), ${value}::bigint, ${called})
    `.execute(transaction);
  }
}
