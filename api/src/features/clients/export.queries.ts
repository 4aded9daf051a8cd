import type { clientExportSchema } from '@godhuli/contracts/clients';
import { type Kysely, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { rowsOfPerson } from './rows-of-person.js';

export type ClientExport = z.infer<typeof clientExportSchema>;
type Rows = ClientExport['inquiries'];

/** Columns that sort, search and limit; they repeat what other columns say. */
const DERIVED = ['search', 'name_key', 'name_grams', 'due_order'];

/** Reads every row about one person. The names are those of the columns. */
export async function exportOf(db: Kysely<Database>, rootId: string): Promise<ClientExport> {
  const rows = await rowsOfPerson(db, rootId);
  const members = sql`any(${rows.members}::bigint[])`;
  const asked = sql`any(${rows.inquiries}::bigint[])`;
  const isTheirs = sql`(client_id = ${members} or inquiry_id = ${asked})`;
  const read = async (query: ReturnType<typeof sql>): Promise<Rows> =>
    (
      await sql<{
        row: Rows[number];
      }>`select to_jsonb(found) - ${DERIVED}::text[] as row from (${query}) found`.execute(db)
    ).rows.map(({ row }) => row);
  const [client = {}] = await read(sql`select * from clients where id = ${rootId}`);
  return {
    exportedAt: new Date().toISOString(),
    client,
    merged: await read(sql`select * from clients where id = ${members} and id <> ${rootId} order by id`),
    contacts: await read(sql`select * from client_contacts where client_id = ${members} order by id`),
    inquiries: await read(sql`
      select inquiries.*, privacy_texts.text as consent_text from inquiries
        left join privacy_texts on privacy_texts.version = consent_version
      where id = ${asked} order by id`),
    history: await read(sql`select * from inquiry_history where inquiry_id = ${asked} order by id`),
    entries: await read(sql`select * from client_entries where ${isTheirs} order by id`),
    tasks: await read(sql`select * from client_tasks where ${isTheirs} order by id`),
    bookings: await read(sql`select * from bookings where id = any(${rows.bookings}::bigint[]) order by id`),
    messages: await read(sql`
      select kind, channel, state, created_at, sent_at, inquiry_id from outbox where inquiry_id = ${asked} order by id`),
  };
}
