/** Reads `.env` in the root for variables that are not set. Tests do not: they must not use a developer's database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '..', '.env');
if (existsSync(file)) process.loadEnvFile(file);
