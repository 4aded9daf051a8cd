import type { Body } from '@godhuli/contracts/documents';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../db/database.js';
import type { CacheTag } from '../../../http/read-cache.js';

/** How an entity is kept in the tables that the public reads. */
export interface EntityStore {
  /** the tables that `apply` changes */
  tables: readonly CacheTag[];
  /** Returns what visitors see, by id; of all documents without `ids`. Archived items are included. */
  read(db: Kysely<Database>, ids?: readonly string[]): Promise<Map<string, Body>>;
  /** Makes a body public. @param before what visitors see until then, null for a new item */
  apply(transaction: Transaction<Database>, id: string, body: Body, before: Body | null): Promise<void>;
}
