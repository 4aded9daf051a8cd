import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { parseArgs } from 'node:util';
import { StartupError } from '@godhuli/server/startup-error';
import { type BackupManifest, countEntries, type Progress } from '../backup/backup-format.js';
import { verifyBackup } from '../backup/read-backup.js';
import { startBackup } from '../backup/write-backup.js';
import { eachChunk } from '../chunks.js';
import { isDataDirectory } from '../db/data-directory.js';
import { parseEnv } from '../env.js';
import { exists } from '../files.js';
import { type Command, IncompleteBackup, UsageError } from './command.js';
import { type Connection, connect } from './connect.js';
import { PortalRefused } from './portal-client.js';

const USAGE = 'Usage: npm run backup -- FILE [--from URL]   (FILE must not exist yet, e.g. godhuli.tar.gz)';
const REPORT_EVERY_BYTES = 25 * 1024 * 1024;

/**
 * `npm run backup`: writes a verified backup file. Reads the database directly, or requests the backup from the running site
 * if that holds the embedded database or `--from` names a site.
 * @throws UsageError, StartupError, PortalRefused; IncompleteBackup once the file is written, when files were missing
 */
export const backupCommand: Command = async ({ args, env, folder, print }) => {
  const { file, from } = readArguments(args);
  const target = resolve(folder, file);
  if (await exists(target)) throw new UsageError(`${target} already exists. Nothing was changed.`);
  const unfinished = `${target}.unfinished`;
  try {
    const environment = parseEnv(env);
    const connection = await connect(environment, env, from);
    await startBackupAt(connection, environment.dataDir, print)
      .then((bytes) => writeAll(bytes, unfinished, print))
      .finally(connection.close);
    const manifest = await verifyBackup(unfinished);
    await rename(unfinished, target);
    report(manifest, target, print);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
};

function readArguments(args: string[]): { file: string; from: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { from: { type: 'string' } } });
    const [file] = positionals;
    if (!file || positionals.length > 1 || (values.from !== undefined && !URL.canParse(values.from))) {
      throw new UsageError(USAGE);
    }
    return { file, from: values.from };
  } catch (cause) {
    throw new UsageError(USAGE, { cause });
  }
}

/** Starts a backup and returns its bytes. @throws StartupError when `dataDir` is not that of an installation */
async function startBackupAt(connection: Connection, dataDir: string, print: Progress): Promise<Readable> {
  if ('db' in connection) {
    // Also a disk that is not mounted: the backup would have the rows and no photo.
    if (!(await isDataDirectory(dataDir)))
      throw new StartupError(`DATA_DIR: the files of the site are not in ${resolve(dataDir)}. Set it as for the site.`);
    return startBackup({ ...connection, dataDir, onProgress: print });
  }
  print(`connecting to the running site at ${connection.url}`);
  const response = await connection.call('POST', '/api/admin/backup');
  return Readable.from(receive(response.body as NodeReadableStream<Uint8Array>, connection.url));
}

/** @throws PortalRefused when the connection ends early: the site was stopped, or could not read one of its files */
async function* receive(body: NodeReadableStream<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new PortalRefused(`${url} stopped before the backup was complete. See its log and try again.`, { cause });
  }
}

async function writeAll(bytes: Readable, path: string, print: Progress) {
  let received = 0;
  const counting = eachChunk((chunk) => {
    const steps = Math.floor(received / REPORT_EVERY_BYTES);
    received += chunk.length;
    if (Math.floor(received / REPORT_EVERY_BYTES) > steps) print(`written: ${megabytes(received)}`);
  });
  // Contains personal data, so only the owner may read the file.
  await pipeline(bytes, counting, createWriteStream(path, { mode: 0o600, flush: true }));
  print(`written: ${megabytes(received)}`);
}

/** @throws IncompleteBackup */
function report(manifest: BackupManifest, target: string, print: Progress) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`checked: ${countEntries(manifest)} entries, ${manifest.tables.length} tables, ${rows} rows`);
  for (const name of manifest.foreignTables ?? [])
    print(`warning: the table ${name} is not part of the site, so it is not in the backup`);
  for (const path of manifest.missing) print(`warning: the file ${path} is missing, but the database refers to it`);
  const { length: count } = manifest.missing;
  if (count > 0)
    throw new IncompleteBackup(
      `The backup is in ${target}, without ${count === 1 ? 'the missing file' : `the ${count} missing files`} above.`,
    );
  print(`The backup is in ${target}`);
}

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
