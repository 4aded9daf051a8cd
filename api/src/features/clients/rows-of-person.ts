import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/** Ids of what is stored about one person: the export returns these rows, and the erasure scrubs them. */
interface RowsOfPerson {
  /** the client and those merged into it */
  members: string[];
  inquiries: string[];
  bookings: string[];
}

/**
 * Returns the ids of the rows about one person. Quarantined inquiries have no client: those with the same phone or email are
 * included.
 * @param lock locks the rows until the transaction ends
 */
export async function rowsOfPerson(
  db: Kysely<Database>,
  rootId: string,
  lock: 'lock' | 'read' = 'read',
): Promise<RowsOfPerson> {
  const end = lock === 'lock' ? sql`order by id for update` : sql`order by id`;
  const idsOf = async (query: ReturnType<typeof sql>): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`${query} ${end}`.execute(db);
    return rows.map(({ id }) => id);
  };
  // An erasure also takes likely spam that mentions the number in its text; an export would give away who wrote it.
  const phones =
    lock === 'lock' ? sql`inquiries.search` : sql`regexp_replace(coalesce(inquiries.phone, ''), '[^0-9]', '', 'g')`;
  const members = await idsOf(sql`select id from clients where root_id = ${rootId}`);
  const inquiries = await idsOf(sql`
    with contact as materialized (
      select kind, key, right(key, 10) as digits from client_contacts where client_id = any(${members}::bigint[]))
    select id from inquiries
    where client_id = any(${members}::bigint[]) or client_id is null and quarantined and (
      lower(email) in (select key from contact where kind = 'email')
      or exists (select from contact where kind = 'phone' and position(digits in ${phones}) > 0))`);
  const bookings = await idsOf(sql`
    select id from bookings
    where inquiry_id = any(${inquiries}::bigint[]) or client_id = any(${members}::bigint[])`);
  return { members, inquiries, bookings };
}
