import { REPLY_HOURS, replyDueAt } from '@godhuli/contracts/inquiries';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { TODAY_ENDS } from '../../db/today.js';
import type { Digest } from './templates/staff-messages.js';

const LISTED = 10;

/** Reads the numbers of the morning. A day is one at the studio. */
export async function loadDigest(db: Kysely<Database>): Promise<Digest> {
  const unanswered = sql`status = 'New' and not quarantined and deleted_at is null`;
  const replyTime = sql`make_interval(hours => ${sql.lit(REPLY_HOURS)})`;
  const dueToday = sql`created_at + ${replyTime} < ${TODAY_ENDS}`;
  const { rows } = await sql<Omit<Digest, 'next'>>`
    select
      (select count(*)::int from inquiries where created_at > now() - interval '1 day' and not quarantined
        and deleted_at is null) as received,
      (count(*) filter (where created_at > now() - ${replyTime} and ${dueToday}))::int as due,
      (count(*) filter (where created_at <= now() - ${replyTime}))::int as overdue,
      count(*)::int as unanswered
    from inquiries where ${unanswered}`.execute(db);
  const next = await sql<{ reference: string; name: string; created_at: Date }>`
    select reference, name, created_at from inquiries where ${unanswered} order by created_at limit ${LISTED}`.execute(
    db,
  );
  return {
    ...(rows[0] as Omit<Digest, 'next'>),
    next: next.rows.map(({ reference, name, created_at }) => ({
      ...{ reference, name, replyDueAt: replyDueAt(created_at) },
    })),
  };
}
