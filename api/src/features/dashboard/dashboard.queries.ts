import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import { DASHBOARD_ROWS, DASHBOARD_SOURCES, DASHBOARD_WEEKS, type Dashboard } from '@godhuli/contracts/dashboard';
import { type Kysely, type NotNull, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { STUDIO_ZONE } from '../../db/today.js';
import { listEntries } from '../calendar/index.js';
import { listDueTasks } from '../clients/index.js';

/** A reply is urgent this long before it is due. */
const URGENT_HOURS = 4;
/** Larger numbers are shown as this one, so that no count reads the whole table. */
const MAX_COUNT = 1000;
const HOLD_DAYS = 3;
/** Uploads of releases, and changes of what visitors see unless the item is hidden. */
const PUBLISHED = [
  ...['site.publish', 'releases.promote', 'releases.publish', 'content.create', 'content.update', 'portfolio.order'],
  ...['services.create', 'services.update', 'services.delete'],
  ...['portfolio', 'albums', 'videos'].flatMap((noun) =>
    ['create', 'update', 'delete', 'restore', 'move'].map((verb) => `${noun}.${verb}`),
  ),
];
/** How many of the newest audit entries of each action are searched for one whose item is not hidden. */
const MAX_AUDIT = 200;

/** Returns what a working day begins with. Each query reads a bounded number of rows. */
export async function readDashboard(db: Kysely<Database>): Promise<Dashboard> {
  const today = todayInIndia();
  const [due, unanswered, likelySpam] = [await readDue(db), await countNew(db), await countSpam(db)];
  return {
    today,
    ...due,
    dueTasks: await listDueTasks(db, DASHBOARD_ROWS),
    unanswered,
    likelySpam,
    shoots: await listEntries(db, { from: today, to: addDays(today, 7), limit: DASHBOARD_ROWS }),
    endingHolds: await listEntries(db, { heldBefore: addDays(today, HOLD_DAYS), limit: DASHBOARD_ROWS }),
    lastPublish: await readLastPublish(db),
    ...(await readWeeks(db)),
  };
}

const newInquiries = (db: Kysely<Database>) =>
  db
    .selectFrom('inquiries')
    .where('deleted_at', 'is', null)
    .where('quarantined', '=', sql.lit(false))
    .where('status', '=', sql.lit<'New'>('New'));

async function readDue(db: Kysely<Database>): Promise<Pick<Dashboard, 'dueNow' | 'dueCount'>> {
  const rows = await newInquiries(db)
    .where('due_at', '<', sql<Date>`now() + make_interval(hours => ${sql.lit(URGENT_HOURS)})`)
    .select(['id as _id', 'name', 'due_at'])
    .$narrowType<{ due_at: NotNull }>()
    .orderBy('due_order')
    .orderBy('id')
    .limit(MAX_COUNT)
    .execute();
  const dueNow = rows.slice(0, DASHBOARD_ROWS).map(({ due_at, ...row }) => ({
    ...row,
    replyDueAt: due_at.toISOString(),
  }));
  return { dueNow, dueCount: rows.length };
}

const countNew = async (db: Kysely<Database>) =>
  (await newInquiries(db).select('id').limit(MAX_COUNT).execute()).length;

async function countSpam(db: Kysely<Database>): Promise<number> {
  const spam = db.selectFrom('inquiries').select('id').where('deleted_at', 'is', null);
  return (await spam.where('quarantined', '=', sql.lit(true)).limit(MAX_COUNT).execute()).length;
}

async function readLastPublish(db: Kysely<Database>): Promise<Dashboard['lastPublish']> {
  // With '=' the planner may read the whole log backwards by id; only the index on action and id has this order.
  const { rows } = await sql<{ at: Date; by: string; action: string }>`
    select at, user_name as by, action from unnest(${PUBLISHED}::text[]) as published (name), lateral (
      select * from (
        select id, at, user_name, action, before ->> 'published' as was_shown, after ->> 'published' as is_shown
        from audit where action >= name and action <= name
        order by action desc, id desc limit ${sql.lit(MAX_AUDIT)}) latest
      where is_shown = 'true' or coalesce(was_shown, is_shown, 'true') = 'true'
      order by action desc, id desc limit 1) newest
    order by id desc limit 1`.execute(db);
  const [found] = rows;
  return found ? { ...found, at: found.at.toISOString() } : null;
}

interface Counts {
  week: string;
  source: string;
  inquiries: number;
  bookings: number;
}

/**
 * Counts inquiries by source and the week in which they arrived, and bookings by the source of their inquiry and the week in
 * which they were added. Visitors can invent sources, so only the most frequent are told apart.
 */
async function readWeeks(db: Kysely<Database>): Promise<Pick<Dashboard, 'weeks' | 'sources'>> {
  const { rows } = await sql<Counts>`
    with since as (
      select (date_trunc('week', now() at time zone ${STUDIO_ZONE}) - make_interval(weeks => ${sql.lit(DASHBOARD_WEEKS - 1)}))
        at time zone ${STUDIO_ZONE} as at),
    counted as (
      select created_at, source, 1 as inquiries, 0 as bookings from inquiries
      where created_at >= (select at from since) and deleted_at is null and not quarantined
      union all
      select bookings.created_at, inquiries.source, 0, 1 from bookings left join inquiries on inquiries.id = inquiry_id
      where bookings.created_at >= (select at from since) and bookings.deleted_at is null and kind = 'booking'),
    named as (
      select source from counted where source is not null and source not in ('Other', 'Unknown') group by source
      order by count(*) desc, source limit ${sql.lit(DASHBOARD_SOURCES)})
    select date_trunc('week', created_at at time zone ${STUDIO_ZONE})::date as week,
      case when source is null then 'Unknown' when source in (select source from named) then source else 'Other' end as source,
      sum(inquiries)::int as inquiries, sum(bookings)::int as bookings
    from counted group by 1, 2`.execute(db);
  const monday = mondayOf(todayInIndia());
  const total = (of: readonly Counts[]) => ({
    inquiries: of.reduce((sum, { inquiries }) => sum + inquiries, 0),
    bookings: of.reduce((sum, { bookings }) => sum + bookings, 0),
  });
  const sizes = new Map<string, number>();
  for (const { source, inquiries, bookings } of rows)
    sizes.set(source, (sizes.get(source) ?? 0) + inquiries + bookings);
  const last = ['Other', 'Unknown'];
  const place = (source: string) => last.indexOf(source);
  const sources = [...sizes.keys()]
    .sort()
    .sort((a, b) => place(a) - place(b) || (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0));
  const weeks = Array.from({ length: DASHBOARD_WEEKS }, (_, index) => {
    const week = addDays(monday, (index - DASHBOARD_WEEKS + 1) * 7);
    const counts = rows.filter((row) => row.week === week);
    const bySource = sources.map((source) => total(counts.filter((row) => row.source === source)));
    return { week, ...total(counts), bySource };
  });
  return { sources, weeks };
}

/** Returns the Monday of a day's week. */
const mondayOf = (day: string) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
