import type { Logger } from '@godhuli/server/logger';
import type { OpenDatabase } from './db/open-database.js';
import type { Cached } from './http/read-cache.js';
import type { MessageSettings } from './message-settings.js';

/** Dependencies of the features' routes: `<noun>Routes(dependencies)` returns a Hono app with full paths. */
export interface ApiDependencies extends Pick<OpenDatabase, 'db' | 'engine'> {
  logger: Logger;
  /** responds to a public read from the cache */
  cached: Cached;
  /** how messages are sent */
  messages: MessageSettings;
}
