import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { scrubAuditEntries } from '../audit/index.js';
import { leaveFiles } from './left-files.js';
import { isViewAbout } from './person-terms.js';
import { rowsOfPerson } from './rows-of-person.js';

/** Name of a client whose personal data was removed, and title of their bookings. */
export const ERASED = 'Erased client';

export interface Scrubbed {
  inquiries: number;
  entries: number;
  /** bookings that keep days and city */
  keptBookings: number;
}

/**
 * Removes all personal data of a client whose row the transaction has locked: in the record, inquiries, messages, bookings,
 * saved views and the audit log. What stays names nobody: type, dates, stage, value and reference of inquiries; days, city
 * and crew of bookings.
 */
export async function scrubClient(transaction: Transaction<Database>, rootId: string): Promise<Scrubbed> {
  const { members, inquiries, bookings } = await rowsOfPerson(transaction, rootId, 'lock');
  await scrubViews(transaction, members, inquiries);
  const entries = await scrubRecord(transaction, members, inquiries);
  await scrubInquiries(transaction, inquiries);
  await sql`
    update bookings set title = ${ERASED}, notes = '', ceremonies = '[]', imported_title = null,
      imported_ceremonies = null, override_reason = null, version = version + 1, updated_at = now(),
      erased_at = coalesce(erased_at, now())
    where id = any(${bookings}::bigint[])`.execute(transaction);
  // A process of an older version leaves the imported title during a rolling update. A locked row may belong to a transaction that waits for this one.
  await sql`
    update bookings set imported_title = null
    where id in (
      select id from bookings where erased_at is not null and imported_title is not null
      order by id for update skip locked)`.execute(transaction);
  await scrubAudit(transaction, { inquiries, bookings, clients: members });
  return { inquiries: inquiries.length, entries, keptBookings: bookings.length };
}

/** @returns the number of entries and tasks */
async function scrubRecord(
  transaction: Transaction<Database>,
  members: string[],
  inquiries: string[],
): Promise<number> {
  const all = sql`${members}::bigint[]`;
  const isTheirs = sql`client_id = any(${all}) or inquiry_id = any(${inquiries}::bigint[])`;
  const { rows } = await sql<{ media_id: string | null; file_id: string | null }>`
    delete from client_entries where ${isTheirs} returning media_id, file_id`.execute(transaction);
  await leaveFiles(transaction, rows);
  const tasks = await sql`delete from client_tasks where ${isTheirs}`.execute(transaction);
  await sql`delete from client_contacts where client_id = any(${all})`.execute(transaction);
  await sql`delete from client_distinctions where lower_id = any(${all}) or higher_id = any(${all})`.execute(
    transaction,
  );
  await sql`
    update clients set name = ${ERASED}, search = '', version = version + 1, erased_at = now()
    where id = any(${all})`.execute(transaction);
  return rows.length + Number(tasks.numAffectedRows ?? 0);
}

async function scrubInquiries(transaction: Transaction<Database>, ids: string[]): Promise<void> {
  const all = sql`${ids}::bigint[]`;
  await sql`
    update inquiries set name = ${ERASED}, phone = null, email = null, message = '', notes = '', city = null,
      source = null, heard_from = null, utm_source = null, utm_medium = null, utm_campaign = null, network = '', owner_id = null, stage = case stage when 'New' then 'Lost' else stage end,
      lost_reason = case stage when 'New' then 'Other' else lost_reason end,
      version = version + 1, anonymised_at = now()
    where id = any(${all})`.execute(transaction);
  await sql`delete from idempotency_keys where inquiry_id = any(${all})`.execute(transaction);
  // A message that is being sent cannot be called back; every other one ends here.
  await sql`
    update outbox set payload = '{}', error = null,
      state = case when state in ('waiting', 'unknown') then 'cancelled' else state end,
      lease = case when body_started_at is null then null else lease end,
      leased_until = case when body_started_at is null then null else leased_until end
    where inquiry_id = any(${all})`.execute(transaction);
}

async function scrubAudit(
  transaction: Transaction<Database>,
  ids: { inquiries: string[]; bookings: string[]; clients: string[] },
): Promise<void> {
  for (const [noun, of] of Object.entries(ids)) await scrubAuditEntries(transaction, noun, of);
  // Older exports logged what was searched for.
  await sql`
    update audit set after = after - 'q'
    where action = 'inquiries.export' and entity_id = 'CSV' and after ? 'q' and after ->> 'q' <> '…'`.execute(
    transaction,
  );
  // A process of an older version still writes the names of views during a rolling update.
  await sql`
    update audit set before = before - 'name', after = after - 'name'
    where action in ('views.create', 'views.delete') and (before ? 'name' or after ? 'name')`.execute(transaction);
}

/** Removes the saved views that name the person or search for them. */
async function scrubViews(transaction: Transaction<Database>, members: string[], inquiries: string[]): Promise<void> {
  const { rows } = await sql<{ name: string | null; phone: string | null; email: string | null }>`
    select name, null as phone, null as email from clients where id = any(${members}::bigint[])
    union select name, phone, email from inquiries where id = any(${inquiries}::bigint[])
    union select null, case kind when 'phone' then key end, case kind when 'email' then key end
      from client_contacts where client_id = any(${members}::bigint[])`.execute(transaction);
  const each = (key: 'name' | 'phone' | 'email') => rows.flatMap((row) => row[key] ?? []);
  const person = { names: each('name'), phones: each('phone'), emails: each('email') };
  const views = await transaction.selectFrom('inquiry_views').select(['id', 'name', 'query']).execute();
  const ids = views.filter((view) => isViewAbout(view, person)).map(({ id }) => id);
  if (ids.length > 0) await transaction.deleteFrom('inquiry_views').where('id', 'in', ids).execute();
}
