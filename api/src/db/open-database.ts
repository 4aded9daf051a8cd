import type { Kysely } from 'kysely';
import type { Database } from './database.js';

/** An open database; both engines speak the same SQL and the same types. */
export interface OpenDatabase {
  db: Kysely<Database>;
  engine: 'pglite' | 'postgres';
  /**
   * Calls `callback` with the payload of each notification on `channel` (a plain word).
   * `onState` hears whether the listener is up; while it is down notifications may be missed.
   * @returns stops listening
   */
  listen(
    channel: string,
    callback: (payload: string) => void,
    onState?: (listening: boolean) => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}
