import { AVAILABILITY_MONTHS, type Availability } from '@godhuli/contracts/availability';
import { addDays, type CalendarDay, type CalendarDays, todayInIndia } from '@godhuli/contracts/calendar';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { readLoads } from './capacity.js';

type DayLoads = Awaited<ReturnType<typeof readLoads>>;

/** Returns use, capacity, inquiries and muhurat of every day of a range; `to` is exclusive. */
export async function listDays(
  db: Kysely<Database>,
  { from, to, city, crew }: { from: string; to: string; city?: string; crew?: string },
): Promise<CalendarDays> {
  const loads = sumByDay(await readLoads(db, from, to, { city, crew }));
  const inquiries = new Map((await countInquiries(db, from, to)).map(({ day, count }) => [day, count]));
  const muhurats = await db.selectFrom('muhurats').selectAll().where('day', '>=', from).where('day', '<', to).execute();
  const names = new Map(muhurats.map(({ day, name }) => [day, name]));
  const days: CalendarDay[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) {
    const { taken, capacity, isBlocked } = loads.get(day) ?? { taken: 0, capacity: 0, isBlocked: false };
    days.push({ day, taken, capacity, isBlocked, inquiries: inquiries.get(day) ?? 0, muhurat: names.get(day) ?? null });
  }
  return { today: todayInIndia(), days };
}

/** Counts the inquiries that ask for each day, from indexes. A range counts for each of its days. */
async function countInquiries(
  db: Kysely<Database>,
  from: string,
  to: string,
): Promise<{ day: string; count: number }[]> {
  const { rows } = await sql<{ day: string; count: number }>`
    with asked as (
      select event_date as day from inquiries
      where event_date >= ${from}::date and event_date < ${to}::date and deleted_at is null and quarantined = false
      union all
      select day::date from inquiries, generate_series(
        greatest(event_date + 1, ${from}::date), least(event_end_date, ${to}::date - 1), interval '1 day') as day
      where event_end_date >= ${from}::date and event_date < ${to}::date and deleted_at is null and quarantined = false)
    select day, count(*)::int as count from asked group by day`.execute(db);
  return rows;
}

interface DayTotal {
  taken: number;
  capacity: number;
  isBlocked: boolean;
  /** how many more bookings the day takes */
  left: number;
}

/** Adds up the cities of each day. */
function sumByDay(loads: DayLoads): Map<string, DayTotal> {
  const days = new Map<string, DayTotal>();
  for (const { day, taken, capacity, is_blocked } of loads) {
    const sum = days.get(day) ?? { taken: 0, capacity: 0, isBlocked: true, left: 0 };
    sum.taken += taken;
    sum.capacity += capacity;
    sum.isBlocked &&= is_blocked;
    sum.left += is_blocked ? 0 : Math.max(0, capacity - taken);
    days.set(day, sum);
  }
  return days;
}

/** A day is nearly full when at most this part of its capacity is left, or one booking. */
const NEARLY_FULL = 1 / 3;

/** Returns one of three letters for each day of the next months, for visitors. It contains no counts. */
export async function readAvailability(db: Kysely<Database>): Promise<Availability> {
  const from = todayInIndia();
  const [year = 0, month = 0] = from.split('-').map(Number);
  // The end of a month, so that the last month is whole.
  const to = new Date(Date.UTC(year, month + AVAILABILITY_MONTHS, 1)).toISOString().slice(0, 10);
  const totals = sumByDay(await readLoads(db, from, to));
  let days = '';
  for (let day = from; day < to; day = addDays(day, 1)) days += letterOf(totals.get(day));
  return { from, days };
}

function letterOf(total: DayTotal | undefined): 'o' | 'n' | 'a' {
  if (!total || total.left === 0) return 'a';
  const { left, capacity } = total;
  return left < capacity && left <= Math.max(1, capacity * NEARLY_FULL) ? 'n' : 'o';
}
