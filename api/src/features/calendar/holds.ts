import type { Logger } from '@godhuli/server/logger';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { TODAY } from '../../db/today.js';
import { addAuditEntry, THIS_INSTALLATION } from '../audit/index.js';
import { enqueueForStaff } from '../outbox/index.js';
import { expireHolds } from './capacity.js';

/** Records the end of due holds, with an audit entry for each. They keep no days since the end of their last day. */
export async function endDueHolds(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const ids = await expireHolds(transaction, sql<boolean>`true`);
    for (const entityId of ids)
      await addAuditEntry(transaction, THIS_INSTALLATION, 'bookings.expire', { entityId, before: null, after: null });
    return ids.length;
  });
}

/** Reminders of one sweep; the next one adds the others. */
const MAX_REMINDERS = 100;

/** Reminds staff of holds that end today or tomorrow, once each, in one transaction. The message names no client. */
export async function remindOfHolds(db: Kysely<Database>): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ id: string; version: number; day: string; city: string }>`
      update bookings set reminded_at = now() from cities
      where cities.id = bookings.city_id and bookings.id in (
        select id from bookings
        where kind = 'hold' and expired_at is null and deleted_at is null and reminded_at is null
          and held_until between ${TODAY} and ${TODAY} + 1
        order by id limit ${sql.lit(MAX_REMINDERS)} for update skip locked)
      returning bookings.id, version, to_char(starts_on, 'YYYY-MM-DD') as day, cities.name as city`.execute(
      transaction,
    );
    for (const { id, version, day, city } of rows) {
      const path = `/admin/dashboard/calendar?view=agenda&month=${day.slice(0, 7)}`;
      const lines = [`The hold for ${day} in ${city} ends soon. Book it, extend it, or let it end.`];
      const payload = { subject: `A hold for ${day} ends soon`, lines, label: 'Open the calendar', path };
      await enqueueForStaff(transaction, 'alerts', { kind: 'notice', payload, key: `hold-ends:${id}:${version}` });
    }
    return rows.length;
  });
}

const INTERVAL_MS = 10 * 60_000;

/** Records due holds now and every ten minutes. @returns stops that, after work in progress */
export function startHoldSweep(db: Kysely<Database>, logger: Logger): () => Promise<void> {
  const sweep = () =>
    endDueHolds(db)
      .then(() => remindOfHolds(db))
      .then(
        () => undefined,
        (err) => logger.warn({ err }, 'could not end due holds'),
      );
  let current = sweep();
  const timer = setInterval(() => {
    current = current.then(sweep);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}
