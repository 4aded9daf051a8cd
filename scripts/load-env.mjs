/** Reads `.env` in the root for what the environment leaves open. Tests do not: they must not find a developer's database. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '..', '.env');
if (existsSync(file)) process.loadEnvFile(file);
