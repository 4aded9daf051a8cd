import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/** Fills what the list searches: name, contacts as written, and phone numbers in E.164. */
export async function refreshSearch(db: Kysely<Database>, clientId: string): Promise<void> {
  await sql`
    update clients set search = lower(normalize(concat_ws(E'\n', name, (
      select string_agg(value || E'\n' || key, E'\n' order by id) from client_contacts where client_id = clients.id
    )), nfc))
    where id = ${clientId}`.execute(db);
}
