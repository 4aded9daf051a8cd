import { resolve } from 'node:path';
import { restoreBackup } from '../backup/restore-backup.js';
import { parseEnv } from '../env.js';
import { type Command, UsageError } from './command.js';

/** `npm run restore`: restores a backup into an empty DATA_DIR and, with DATABASE_URL, an unused database. */
export const restoreCommand: Command = async ({ args, env, folder, print }) => {
  const [file, ...more] = args;
  if (!file || file.startsWith('-') || more.length > 0) {
    throw new UsageError('Usage: npm run restore -- FILE   (DATA_DIR must be empty, a database of DATABASE_URL too)');
  }
  const { dataDir, databaseUrl } = parseEnv(env);
  const manifest = await restoreBackup(resolve(folder, file), { dataDir, databaseUrl, onProgress: print });
  for (const { name, rows } of manifest.tables) print(`  ${name}: ${rows}`);
  for (const name of manifest.foreignTables ?? [])
    print(`warning: the table ${name} was not part of the site, so it is not in the backup`);
  for (const path of manifest.missing) print(`warning: ${path} was already missing when the backup was created`);
  const where = `${resolve(dataDir)}${databaseUrl ? ' and the database of DATABASE_URL' : ''}`;
  print(
    `Restored into ${where}. Messages that were waiting are not sent: Messages in the portal lists them as failed. Start with: npm start`,
  );
};
