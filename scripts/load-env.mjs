/**
 * Reads `.env` in the root for variables that are not set. Programs that a test starts do not (`IGNORE_ENV_FILE=1`): they must
 * not use the database of a real site.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '..', '.env');
// biome-ignore lint/suspicious/noUndeclaredEnvVars: the programs that read this file are no tasks of turbo
if (existsSync(file) && process.env.IGNORE_ENV_FILE !== '1') process.loadEnvFile(file);
