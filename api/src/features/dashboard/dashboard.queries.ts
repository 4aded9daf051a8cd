import { addDays, todayInIndia } from '@godhuli/contracts/calendar';
import { DASHBOARD_ROWS, DASHBOARD_WEEKS, type Dashboard } from '@godhuli/contracts/dashboard';
import { type Kysely, type NotNull, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { listEntries } from '../calendar/index.js';
import { listDueTasks } from '../clients/index.js';

/** A reply is urgent this long before it is due. */
const URGENT_HOURS = 4;
/** Larger numbers are shown as this one, so that no count reads the whole table. */
const MAX_COUNT = 1000;
const HOLD_DAYS = 3;
/** Changes of what visitors see. */
const PUBLISHED = /^(releases\.(promote|publish)|site\.publish|content\.|portfolio\.|services\.)/;
/** How many of the newest audit entries are searched. */
const MAX_AUDIT = 500;

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
    weeks: await readWeeks(db),
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
  const newest = await db
    .selectFrom('audit')
    .select(['at', 'user_name', 'action'])
    .orderBy('id', 'desc')
    .limit(MAX_AUDIT)
    .execute();
  const found = newest.find(({ action }) => PUBLISHED.test(action));
  return found ? { at: found.at.toISOString(), by: found.user_name, action: found.action } : null;
}

/** Counts inquiries by the week in which they arrived, and bookings by the week in which they were added. */
async function readWeeks(db: Kysely<Database>): Promise<Dashboard['weeks']> {
  const { rows } = await sql<{ week: string; inquiries: number; bookings: number }>`
    with weeks as (
      select (date_trunc('week', now() at time zone 'Asia/Kolkata') - make_interval(weeks => n))::date as week
      from generate_series(0, ${sql.lit(DASHBOARD_WEEKS - 1)}) n),
    since as (select (min(week)::timestamp at time zone 'Asia/Kolkata') as at from weeks),
    asked as (
      select date_trunc('week', created_at at time zone 'Asia/Kolkata')::date as week, count(*)::int as count
      from inquiries where created_at >= (select at from since) and deleted_at is null and not quarantined group by 1),
    booked as (
      select date_trunc('week', created_at at time zone 'Asia/Kolkata')::date as week, count(*)::int as count
      from bookings where created_at >= (select at from since) and deleted_at is null and kind = 'booking' group by 1)
    select week, coalesce(asked.count, 0) as inquiries, coalesce(booked.count, 0) as bookings
    from weeks left join asked using (week) left join booked using (week) order by week`.execute(db);
  return rows;
}
