import type { BookingConflict, BookingKind } from '@godhuli/contracts/calendar';
import { NOT_FREE } from '@godhuli/contracts/calendar';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { TODAY } from '../../db/today.js';
import { Conflict } from '../../http/errors.js';
import { KEEPS_DAYS, overlaps } from './bookings.queries.js';

/** What a booking occupies. */
export interface Occupation {
  /** its id, so that it does not block itself; null while it is new */
  id: string | null;
  kind: BookingKind;
  city_id: string;
  crew_id: string | null;
  starts_on: string;
  ends_before: string;
}

/** The use of one day in one city. */
interface DayLoad {
  day: string;
  city_id: string;
  /** its name */
  city: string;
  capacity: number;
  taken: number;
  is_blocked: boolean;
}

/** Further conflicts are not listed. */
const MAX_CONFLICTS = 31;

const dayFormat = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const dayName = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));

/**
 * Locks the days of a booking and refuses it where they are not free. Every transaction that occupies days calls this before
 * it writes: the day rows are created and locked in the order of the days, so two transactions never wait for each other and
 * the second one counts what the first one wrote. Holds that have ended do not count, and their end is recorded here.
 * Blocked days may be added on top of bookings.
 * @param mayExceed whether an admin has accepted the conflicts
 * @returns whether there were conflicts, which `mayExceed` accepted
 * @throws Conflict with `conflicts` and the code 'not-free'
 */
export async function occupy(
  transaction: Transaction<Database>,
  wanted: Occupation,
  mayExceed = false,
): Promise<{ exceeds: boolean }> {
  await lockDays(transaction, wanted);
  return occupyLockedDays(transaction, wanted, mayExceed);
}

/** Does what `occupy` does, for days that the transaction has locked already. */
export async function occupyLockedDays(
  transaction: Transaction<Database>,
  wanted: Occupation,
  mayExceed = false,
): Promise<{ exceeds: boolean }> {
  await expireHolds(
    transaction,
    sql<boolean>`city_id = ${wanted.city_id} and ${overlaps(wanted.starts_on, wanted.ends_before)}`,
  );
  if (wanted.kind === 'blocked') return { exceeds: false };
  const conflicts = [...(await fullDays(transaction, wanted)), ...(await busyCrew(transaction, wanted))];
  if (conflicts.length === 0) return { exceeds: false };
  if (mayExceed) return { exceeds: true };
  const [first, ...others] = conflicts as [BookingConflict, ...BookingConflict[]];
  throw new Conflict(first.message + moreConflicts(others.length), {
    code: NOT_FREE,
    conflicts: conflicts.slice(0, MAX_CONFLICTS),
  });
}

function moreConflicts(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' 1 more day is not free.' : ` ${count} more days are not free.`;
}

/** Creates and locks the days of a booking, in their order. */
export async function lockDays(transaction: Transaction<Database>, { city_id, starts_on, ends_before }: Occupation) {
  await sql`
    insert into calendar_days (day, city_id)
    select ${starts_on}::date + n, ${city_id}::bigint
    from generate_series(0, ${ends_before}::date - ${starts_on}::date - 1) n order by n
    on conflict do nothing`.execute(transaction);
  await sql`
    select from calendar_days
    where city_id = ${city_id} and day >= ${starts_on}::date and day < ${ends_before}::date
    order by day for update`.execute(transaction);
}

/**
 * Records the end of due holds. Skips those that another transaction is changing, which do not count either.
 * @returns the ids
 */
export async function expireHolds(db: Kysely<Database>, where: ReturnType<typeof sql<boolean>>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update bookings set expired_at = now(), version = version + 1, updated_at = now()
    where id in (
      select id from bookings
      where kind = 'hold' and expired_at is null and deleted_at is null and held_until < ${TODAY} and ${where}
      order by id limit 500 for update skip locked)
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

async function fullDays(transaction: Transaction<Database>, wanted: Occupation): Promise<BookingConflict[]> {
  const { starts_on, ends_before, city_id, id } = wanted;
  const loads = await readLoads(transaction, starts_on, ends_before, { city: city_id, without: id });
  return loads.flatMap(({ day, city: name, taken, capacity, is_blocked }): BookingConflict[] => {
    if (is_blocked) return [{ day, reason: 'blocked', message: `${name} is blocked on ${dayName(day)}.` }];
    if (taken < capacity) return [];
    const count = `${taken} of ${capacity}`;
    return [{ day, reason: 'full', message: `${name} is full on ${dayName(day)} (${count}).` }];
  });
}

/**
 * Returns the first of some crews that is not archived and free on the days of a booking, which the transaction has locked;
 * null without one. Crews are locked in the order of their ids, so that two bookings never wait for each other.
 */
export async function findFreeCrew(
  transaction: Transaction<Database>,
  wanted: Occupation,
  crewIds: readonly string[],
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from crews where id = any(${crewIds}::bigint[]) and archived_at is null
    order by id for update`.execute(transaction);
  const active = new Set(rows.map(({ id }) => id));
  for (const crew_id of crewIds.filter((id) => active.has(id)))
    if ((await busyCrew(transaction, { ...wanted, crew_id })).length === 0) return crew_id;
  return null;
}

/** A crew works on one booking a day. Its row is the lock. */
async function busyCrew(transaction: Transaction<Database>, wanted: Occupation): Promise<BookingConflict[]> {
  const { crew_id, starts_on, ends_before, id } = wanted;
  if (crew_id === null) return [];
  const crew = await transaction
    .selectFrom('crews')
    .select('name')
    .where('id', '=', crew_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const others = await transaction
    .selectFrom('bookings')
    .select(['title', 'kind', sql<string>`greatest(starts_on, ${starts_on}::date)`.as('day')])
    .where('crew_id', '=', crew_id)
    .where(KEEPS_DAYS)
    .where(overlaps(starts_on, ends_before))
    .$if(id !== null, (all) => all.where('id', '!=', id as string))
    .orderBy('starts_on')
    .limit(MAX_CONFLICTS)
    .execute();
  return others.map(({ title, kind, day }) => ({
    day,
    reason: 'crew',
    message: `${crew.name} is ${kind === 'blocked' ? 'blocked' : 'busy'} on ${dayName(day)}: ${title}.`,
  }));
}

/**
 * Returns the use of each day of a range in each city, or in one, by day.
 * @param without a booking that does not count
 */
export async function readLoads(
  db: Kysely<Database>,
  from: string,
  to: string,
  { city, crew, without = null }: { city?: string; crew?: string; without?: string | null } = {},
): Promise<DayLoad[]> {
  const { rows } = await sql<DayLoad>`
    with days as (select ${from}::date + n as day from generate_series(0, ${to}::date - ${from}::date - 1) n),
    used as (
      select days.day, city_id,
        (count(*) filter (where kind <> 'blocked' or crew_id is not null))::int as taken,
        bool_or(kind = 'blocked' and crew_id is null) as is_blocked
      from bookings join days on days.day >= starts_on and days.day < ends_before
      where ${overlaps(from, to)} and ${KEEPS_DAYS}
        ${without === null ? sql`` : sql`and id <> ${without}`}
        ${city === undefined ? sql`` : sql`and city_id = ${city}`}
        ${crew === undefined ? sql`` : sql`and crew_id = ${crew}`}
      group by days.day, city_id)
    select days.day, cities.id as city_id, cities.name as city, coalesce(calendar_days.capacity, cities.capacity) as capacity,
      coalesce(taken, 0) as taken, coalesce(is_blocked, false) as is_blocked
    from days cross join cities
    left join calendar_days on calendar_days.day = days.day and calendar_days.city_id = cities.id
    left join used on used.day = days.day and used.city_id = cities.id
    where ${city === undefined ? sql`cities.archived_at is null` : sql`cities.id = ${city}`}
    order by days.day, cities.id`.execute(db);
  return rows;
}
