import type { ClientContact } from '@godhuli/contracts/clients';
import type { Language } from '@godhuli/contracts/inquiries';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { contactsOf, nameKey } from './contacts-of.js';
import { lockRootOf } from './lock-root.js';
import { refreshSearch } from './search-text.js';

/** Inquiries per transaction of the background work, so that each holds its locks only briefly. */
const BATCH_SIZE = 50;
/** Clients with the same phone or email whose names are compared. */
const MAX_CANDIDATES = 20;

interface UnlinkedInquiry {
  id: string;
  name: string;
  phone: string | null;
  email: string | null;
  language: Language;
  created_at: Date;
}

/**
 * Links inquiries to the clients who sent them. A client is recognised by phone number or email together with the name: one
 * phone may be that of a family, so another name is another client, whom staff can merge. Quarantined inquiries are not linked.
 */
export async function linkInquiries(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const inquiries = await transaction
    .selectFrom('inquiries')
    .select(['id', 'name', 'phone', 'email', 'language', 'created_at'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where('client_id', 'is', null)
    .where('quarantined', '=', false)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const contacts = inquiries.map(contactsOf);
  await lockContacts(transaction, contacts.flat());
  if (inquiries.length > 1) await lockRootsOf(transaction, contacts.flat());
  for (const [index, inquiry] of inquiries.entries()) await link(transaction, inquiry, contacts[index] ?? []);
}

/** Two inquiries with one contact wait for each other, so that they do not create two clients. */
async function lockContacts(transaction: Transaction<Database>, contacts: readonly ClientContact[]): Promise<void> {
  const names = [...new Set(contacts.map(({ key }) => `client contact ${key}`))].sort();
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from (select name from unnest(${names}::text[]) name order by hashtextextended(name, 0)) sorted`.execute(
    transaction,
  );
}

/**
 * Locks the clients that may get one of several inquiries in the order of their ids, as merges do: one by one they would be
 * locked in the order of the inquiries, and the two could deadlock.
 */
async function lockRootsOf(transaction: Transaction<Database>, contacts: readonly ClientContact[]): Promise<void> {
  const keys = contacts.map(({ key }) => key);
  await sql`
    select from clients where id in (
      select root_id from clients
      where erased_at is null and id in (select client_id from client_contacts where key = any(${keys}::text[])))
    order by id for no key update`.execute(transaction);
}

/**
 * Stores a client without an inquiry. People are not recognised here: staff see a client with the same phone or email as a
 * possible duplicate.
 * @param key Idempotency-Key of the request
 * @returns the id
 */
export async function insertClient(
  transaction: Transaction<Database>,
  { name, language, phone, email }: Pick<UnlinkedInquiry, 'name' | 'language' | 'phone' | 'email'>,
  key: string | null,
): Promise<string> {
  const contacts = contactsOf({ phone, email });
  await lockContacts(transaction, contacts);
  const { id } = await transaction
    .insertInto('clients')
    .values({ name, language, by_staff: true, created_with_key: key })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addContacts(transaction, id, contacts);
  await refreshSearch(transaction, id);
  return id;
}

async function addContacts(transaction: Transaction<Database>, clientId: string, contacts: readonly ClientContact[]) {
  if (contacts.length === 0) return;
  await transaction
    .insertInto('client_contacts')
    .values(contacts.map((contact) => ({ client_id: clientId, ...contact })))
    .onConflict((conflict) => conflict.columns(['client_id', 'key']).doNothing())
    .execute();
}

async function link(transaction: Transaction<Database>, inquiry: UnlinkedInquiry, contacts: ClientContact[]) {
  const clientId =
    (await findClient(transaction, inquiry.name, contacts)) ??
    (
      await transaction
        .insertInto('clients')
        .values({ name: inquiry.name, language: inquiry.language, last_at: inquiry.created_at })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  await addContacts(transaction, clientId, contacts);
  await transaction.updateTable('inquiries').set({ client_id: clientId }).where('id', '=', inquiry.id).execute();
  await transaction
    .updateTable('clients')
    .set({ last_at: sql`greatest(last_at, ${inquiry.created_at})` })
    .where(sql<boolean>`id = ${clientId} or id = (select root_id from clients where id = ${clientId})`)
    .execute();
  await refreshSearch(transaction, clientId);
}

/** Returns the client with one of the contacts and the same name, and locks the client that stands for it. */
async function findClient(transaction: Transaction<Database>, name: string, contacts: readonly ClientContact[]) {
  const keys = contacts.map(({ key }) => key);
  if (keys.length === 0) return undefined;
  const { rows } = await sql<{ id: string; names: string[] }>`
    select id, array_append(
      array(select distinct inquiries.name from inquiries where client_id = clients.id limit 20), clients.name) as names
    from clients
    where erased_at is null and id in (select client_id from client_contacts where key = any(${keys}::text[]))
    order by id limit ${sql.lit(MAX_CANDIDATES)}`.execute(transaction);
  const wanted = nameKey(name);
  const found = rows.find(({ names }) => names.some((each) => nameKey(each) === wanted));
  const lock = (rootId: string) =>
    transaction.selectFrom('clients').select('erased_at').where('id', '=', rootId).forNoKeyUpdate().executeTakeFirst();
  return found && (await lockRootOf(transaction, found.id, lock)) ? found.id : undefined;
}

/**
 * Links what no request has linked: inquiries from before the update, of an older program or from a backup.
 * @param signal ends the run after the batch that is being linked
 * @returns how many
 */
export async function linkRemainingInquiries(db: Kysely<Database>, signal?: AbortSignal): Promise<number> {
  let linked = 0;
  for (let count = BATCH_SIZE; count === BATCH_SIZE && !signal?.aborted; linked += count) count = await linkBatch(db);
  return linked;
}

function linkBatch(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('inquiries')
      .select('id')
      .where('client_id', 'is', null)
      .where('quarantined', '=', sql.lit(false))
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    await linkInquiries(transaction, ids);
    return ids.length;
  });
}
