import type { Client, ClientRow, clientQuerySchema, Duplicate } from '@godhuli/contracts/clients';
import { asciiDigits } from '@godhuli/contracts/phone';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { everyWord, wordsOf } from '../../db/every-word.js';
import { pageOf } from '../../db/page-of.js';
import { TODAY } from '../../db/today.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { lockRootOf } from '../contacts/index.js';

export const CLIENT_NOT_FOUND = 'Client not found. The record may have been erased.';
/** Most suggestions that one client shows. */
const MAX_DUPLICATES = 20;

/** The ids of a client and of those merged into it; `root` is an id or a column. */
export const groupOf = (root: RawBuilder<unknown>) =>
  sql`(select id from clients member where member.root_id = ${root})`;

const SELF = sql.ref('clients.id');
/** Clients that stand for themselves and were not erased. */
const shown = (db: Kysely<Database>) =>
  db.selectFrom('clients').where('merged_into', 'is', null).where('erased_at', 'is', null);

const rowsOf = (db: Kysely<Database>) =>
  shown(db)
    .select(['id as _id', 'name', 'language', 'version', 'last_at', 'created_at'])
    .select(
      sql<string>`to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || clients.id`.as(
        'cursor',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from inquiries
        where client_id in ${groupOf(SELF)} and inquiries.deleted_at is null)`.as('inquiryCount'),
    )
    .select(
      sql<string | null>`(select min(due_on) from client_tasks
        where client_id in ${groupOf(SELF)} and done_at is null)`.as('nextTaskOn'),
    )
    .select(
      sql<ClientRow['contacts']>`coalesce((
        select jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'key', key) order by kind desc, id)
        from (select distinct on (key) kind, value, key, id from client_contacts
          where client_id in ${groupOf(SELF)} order by key, id) contact), '[]')`.as('contacts'),
    );
type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>;

const present = ({ last_at, created_at: _, cursor: __, ...row }: Row): ClientRow => ({
  ...row,
  lastAt: last_at.toISOString(),
});

/** Returns one page of clients, by the newest activity. */
export async function listClients(
  db: Kysely<Database>,
  { q, show, cursor, limit }: z.output<typeof clientQuerySchema>,
): Promise<{ clients: ClientRow[]; next: string | null }> {
  const [at, id] = cursor?.split('_') ?? [];
  const found = await rowsOf(db)
    .$if(q !== undefined && q !== '', (all) => all.where(isFound(q ?? '')))
    .$if(show === 'duplicates', (all) => all.where(HAS_DUPLICATES))
    .$if(show === 'due', (all) => all.where(HAS_DUE_TASK))
    .$if(id !== undefined, (all) =>
      all.where(sql<boolean>`(last_at, clients.id) < (${at}::timestamptz, ${id}::bigint)`),
    )
    .orderBy('last_at', 'desc')
    .orderBy('clients.id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, (row) => row.cursor);
  return { clients: rows.map(present), next };
}

/** Each word is in name, phone or email of the client, or of one merged into it; a phone number with any separators. */
function isFound(q: string): RawBuilder<boolean> {
  const typed = asciiDigits(q.normalize('NFC')).toLowerCase().trim();
  const digits = typed.replace(/\D/g, '').slice(-10);
  const isNumber = /^[+\d\s().-]+$/.test(typed) && digits.length > 2;
  const text = sql<string>`search`;
  const matches = everyWord(text, isNumber ? [digits] : wordsOf(typed));
  return sql<boolean>`clients.id in (select root_id from clients where ${matches})`;
}

/** Two clients with one contact are suggested as duplicates, unless staff said that they are two people. */
const IS_DISTINCT = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`exists (
  select from client_distinctions where lower_id = least(${one}, ${other}) and higher_id = greatest(${one}, ${other}))`;

const HAS_DUPLICATES = sql<boolean>`clients.id in (
  select owner.root_id from (
    select key from client_contacts join clients member on member.id = client_id and member.erased_at is null
    group by key having count(distinct member.root_id) > 1) shared
  join client_contacts mine on mine.key = shared.key join clients owner on owner.id = mine.client_id
  join client_contacts theirs on theirs.key = shared.key join clients other on other.id = theirs.client_id
  where other.root_id <> owner.root_id and other.erased_at is null
    and not ${IS_DISTINCT(sql.ref('owner.root_id'), sql.ref('other.root_id'))})`;

const HAS_DUE_TASK = sql<boolean>`clients.id in (
  select member.root_id from client_tasks join clients member on member.id = client_id
  where done_at is null and due_on <= ${TODAY})`;

/** Returns the clients that share a phone or email with one. */
async function duplicatesOf(db: Kysely<Database>, id: string): Promise<Duplicate[]> {
  const { rows } = await sql<Duplicate>`
    select other.id as "_id", other.name, other.version, array_agg(distinct mine.key) as shared,
      (select count(*)::int from inquiries where client_id in ${groupOf(sql.ref('other.id'))} and deleted_at is null)
        as "inquiryCount"
    from client_contacts mine
      join client_contacts theirs on theirs.key = mine.key
      join clients member on member.id = theirs.client_id and member.root_id <> ${id}::bigint
      join clients other on other.id = member.root_id and other.erased_at is null
    where mine.client_id in ${groupOf(sql`${id}::bigint`)}
      and not ${IS_DISTINCT(sql`${id}::bigint`, sql.ref('other.id'))}
    group by other.id order by other.id limit ${sql.lit(MAX_DUPLICATES)}`.execute(db);
  return rows;
}

/** Returns a client without its timeline; for a merged one the client that it was merged into. @throws NotFound */
export async function findClient(
  db: Kysely<Database>,
  id: string,
): Promise<ClientRow & Pick<Client, 'createdAt' | 'duplicates' | 'merged'>> {
  const row = await rowsOf(db)
    .where('id', '=', (of) => of.selectFrom('clients').select('root_id').where('id', '=', id))
    .executeTakeFirst();
  if (!row) throw new NotFound(CLIENT_NOT_FOUND);
  const merged = await db
    .selectFrom('clients')
    .select(['id as _id', 'name', 'merged_at', 'merged_by'])
    .where('merged_into', '=', row._id)
    .where('root_id', '=', row._id)
    .orderBy('merged_at', 'desc')
    .execute();
  return {
    ...present(row),
    createdAt: row.created_at.toISOString(),
    duplicates: await duplicatesOf(db, row._id),
    merged: merged.map(({ merged_at, merged_by, ...each }) => ({
      ...each,
      at: (merged_at ?? row.created_at).toISOString(),
      by: merged_by ?? '',
    })),
  };
}

/** Returns the id of the client that stands for another one. @throws NotFound */
export async function findRootId(db: Kysely<Database>, id: string): Promise<string> {
  const root = await shown(db)
    .select('id')
    .where('id', '=', (of) => of.selectFrom('clients').select('root_id').where('id', '=', id))
    .executeTakeFirst();
  if (!root) throw new NotFound(CLIENT_NOT_FOUND);
  return root.id;
}

/** What a write of a client checks. */
export interface LockedClient {
  id: string;
  name: string;
  version: number;
  language: Client['language'];
}

/**
 * Locks the client that stands for another one until the transaction ends. Every write about a client locks this row first,
 * so merges, erasures and additions happen one after the other.
 * @throws NotFound
 */
export async function lockClient(transaction: Transaction<Database>, id: string): Promise<LockedClient> {
  const locked = await lockRootOf(transaction, id, async (rootId) => (await lockRows(transaction, [rootId]))[0]);
  if (!locked) throw new NotFound(CLIENT_NOT_FOUND);
  return locked;
}

/** Locks clients that stand for themselves, in the order of their ids. @throws Conflict when one of them was merged */
export async function lockRoots(transaction: Transaction<Database>, ids: readonly string[]): Promise<LockedClient[]> {
  const rows = await lockRows(transaction, ids);
  if (rows.some(({ merged_into }) => merged_into !== null))
    throw new Conflict('Someone else merged this client. Reload to see the result.');
  return rows.filter(({ erased_at }) => erased_at === null);
}

const lockRows = (transaction: Transaction<Database>, ids: readonly string[]) =>
  transaction
    .selectFrom('clients')
    .select(['id', 'name', 'version', 'language', 'merged_into', 'erased_at'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

export const CLIENT_CHANGED = 'Someone else changed this client. Reload to see their version.';

/** @throws Conflict when the client was changed since `version` was read */
export function requireVersion(client: { version: number }, version: number): void {
  if (client.version === version) return;
  throw new Conflict(CLIENT_CHANGED);
}

/** Records that something happened just now. */
export async function touch(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.updateTable('clients').set({ last_at: sql`now()` }).where('id', '=', id).execute();
}

/** Returns the id of what was added with an Idempotency-Key. */
export async function findIdByKey(db: Kysely<Database>, table: 'clients' | 'client_entries', key: string) {
  const row = await db.selectFrom(table).select('id').where('created_with_key', '=', key).executeTakeFirst();
  return row?.id;
}
