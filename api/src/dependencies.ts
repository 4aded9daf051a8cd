import type { Logger } from '@godhuli/server/logger';
import type { Kysely } from 'kysely';
import type { Database } from './db/database.js';
import type { OpenDatabase } from './db/open-database.js';
import type { Cached } from './http/read-cache.js';

/** Dependencies of the features' routes: `<noun>Routes(dependencies)` returns a Hono app with full paths. */
export interface ApiDependencies {
  db: Kysely<Database>;
  listen: OpenDatabase['listen'];
  logger: Logger;
  /** responds to a public read from the cache */
  cached: Cached;
}
