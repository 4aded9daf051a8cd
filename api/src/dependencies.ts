import type { Kysely } from 'kysely';
import type { Database } from './db/database.js';
import type { OpenDatabase } from './db/open-database.js';
import type { Cached } from './http/read-cache.js';
import type { Logger } from './logger.js';

/** What every feature's routes may use: `<noun>Routes(dependencies)` answers a Hono app with full paths. */
export interface ApiDependencies {
  db: Kysely<Database>;
  listen: OpenDatabase['listen'];
  logger: Logger;
  /** answers a public read from ready bytes */
  cached: Cached;
}
