import type { Booking, BookingPage, BookingQuery } from '@godhuli/contracts/calendar';
import type { DashboardEntry } from '@godhuli/contracts/dashboard';
import { type Insertable, type Kysely, type Selectable, sql, type Transaction, type UpdateObject } from 'kysely';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';
import { TODAY } from '../../db/today.js';

/** Whether a row of `bookings` keeps its days. A hold that has ended keeps none, also before its end is recorded. */
export const KEEPS_DAYS = sql<boolean>`(
  bookings.deleted_at is null and bookings.expired_at is null
  and (bookings.held_until is null or bookings.held_until >= ${TODAY}))`;

/** Whether a row of `bookings` has one of the days of a range; `to` is exclusive. */
export const overlaps = (from: string, to: string) =>
  sql<boolean>`daterange(bookings.starts_on, bookings.ends_before) && daterange(${from}::date, ${to}::date)`;

const rows = (db: Kysely<Database>) =>
  db.selectFrom('bookings').selectAll('bookings').select(sql<boolean>`held_until < ${TODAY}`.as('is_due'));
export type BookingRow = Selectable<Database['bookings']> & { is_due: boolean | null };

/** Returns one page of the bookings of some days, by their first day. Holds that have ended are included. */
export async function listBookings(db: Kysely<Database>, query: BookingQuery): Promise<BookingPage> {
  const { from, to, city, crew, cursor, limit } = query;
  const [day, id] = cursor?.split('.') ?? [];
  const found = await rows(db)
    .where('deleted_at', 'is', null)
    .where(overlaps(from, to))
    .$if(city !== undefined, (all) => all.where('city_id', '=', city as string))
    .$if(crew !== undefined, (all) => all.where('crew_id', '=', crew as string))
    .$if(id !== undefined, (all) => all.where(sql<boolean>`(starts_on, id) > (${day}::date, ${id}::bigint)`))
    .orderBy('starts_on')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const { rows: page, next } = pageOf(found, limit, (row) => `${row.starts_on}.${row.id}`);
  return { bookings: page.map(present), next };
}

/**
 * Returns bookings with the names of their city and crew, by their first day: those of some days, or holds that end before a
 * day. Holds that have ended and blocked days are left out.
 */
export async function listEntries(
  db: Kysely<Database>,
  wanted: { from: string; to: string; limit: number } | { heldBefore: string; limit: number },
): Promise<DashboardEntry[]> {
  const found = await db
    .selectFrom('bookings')
    .innerJoin('cities', 'cities.id', 'bookings.city_id')
    .leftJoin('crews', 'crews.id', 'bookings.crew_id')
    .select(['bookings.id as _id', 'kind', 'title', 'cities.name as city', 'crews.name as crew', 'ceremonies'])
    .select(['starts_on as startsOn', 'ends_before as endsBefore', 'held_until as heldUntil'])
    .where(KEEPS_DAYS)
    .where('kind', '!=', 'blocked')
    .$if('from' in wanted, (all) => ('from' in wanted ? all.where(overlaps(wanted.from, wanted.to)) : all))
    .$if('heldBefore' in wanted, (all) =>
      'heldBefore' in wanted ? all.where('kind', '=', 'hold').where('held_until', '<', wanted.heldBefore) : all,
    )
    .orderBy('heldBefore' in wanted ? 'held_until' : 'starts_on')
    .orderBy('bookings.id')
    .limit(wanted.limit)
    .execute();
  return found;
}

/** Returns one booking. */
export const findBooking = (db: Kysely<Database>, id: string): Promise<BookingRow | undefined> =>
  withId(db, id, 'shown').executeTakeFirst();

/** Returns one booking and locks it until the transaction ends. */
export const lockBooking = (
  transaction: Transaction<Database>,
  id: string,
  state: 'shown' | 'deleted' = 'shown',
): Promise<BookingRow | undefined> => withId(transaction, id, state).forUpdate().executeTakeFirst();

const withId = (db: Kysely<Database>, id: string, state: 'shown' | 'deleted') =>
  rows(db)
    .where('id', '=', id)
    .where('deleted_at', state === 'shown' ? 'is' : 'is not', null);

/** Returns the booking, kept or deleted, that was added with an Idempotency-Key. */
export async function findByKey(db: Kysely<Database>, key: string): Promise<Booking | undefined> {
  const row = await rows(db).where('created_with_key', '=', key).executeTakeFirst();
  return row && present(row);
}

export async function insertBooking(db: Kysely<Database>, values: Insertable<Database['bookings']>): Promise<Booking> {
  const { id } = await db.insertInto('bookings').values(values).returning('id').executeTakeFirstOrThrow();
  return readBack(db, id);
}

/** Changes some columns and increments the version. */
export async function updateBooking(
  db: Kysely<Database>,
  id: string,
  values: UpdateObject<Database, 'bookings'>,
): Promise<Booking> {
  const set = { ...values, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };
  await db.updateTable('bookings').set(set).where('id', '=', id).execute();
  return readBack(db, id);
}

const readBack = async (db: Kysely<Database>, id: string): Promise<Booking> =>
  present(await rows(db).where('id', '=', id).executeTakeFirstOrThrow());

/** Locks the holds of an inquiry that have one of these days, in the order of their ids. */
export function lockHoldsOf(
  transaction: Transaction<Database>,
  inquiryId: string,
  from: string,
  to: string,
): Promise<BookingRow[]> {
  return rows(transaction)
    .where('inquiry_id', '=', inquiryId)
    .where('kind', '=', 'hold')
    .where(KEEPS_DAYS)
    .where(overlaps(from, to))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns a row as the API shows it. */
export function present(row: BookingRow): Booking {
  return {
    _id: row.id,
    kind: row.kind,
    title: row.title,
    cityId: row.city_id,
    crewId: row.crew_id,
    inquiryId: row.inquiry_id,
    startsOn: row.starts_on,
    endsBefore: row.ends_before,
    heldUntil: row.held_until,
    ceremonies: row.ceremonies,
    notes: row.notes,
    isExpired: row.expired_at !== null || row.is_due === true,
    overrideReason: row.override_reason,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
