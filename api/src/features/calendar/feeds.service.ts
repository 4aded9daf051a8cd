import { type CalendarFeed, type CreatedFeed, MAX_FEEDS } from '@godhuli/contracts/calendar';
import { sha256 } from '@godhuli/server/digest';
import { type Kysely, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { createToken } from '../../create-token.js';
import type { Database } from '../../db/database.js';
import { TODAY } from '../../db/today.js';
import { Conflict, NotFound, TooManyAttempts } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { addNotice } from '../users/index.js';
import { icsOf } from './ics-feed.js';

/** Bookings that ended longer ago are not in a subscription, and neither are cancelled ones after `CANCELLED_DAYS`. */
const PAST_DAYS = 90;
const CANCELLED_DAYS = 30;
const MAX_EVENTS = 2000;

/** Returns the active subscriptions of a person. */
export async function listFeeds(db: Kysely<Database>, userId: string): Promise<CalendarFeed[]> {
  const rows = await active(db, userId).orderBy('id').limit(MAX_FEEDS).execute();
  return rows.map((row) => ({
    _id: row.id,
    createdAt: row.created_at.toISOString(),
    lastReadAt: row.last_read_at?.toISOString() ?? null,
  }));
}

const active = (db: Kysely<Database>, userId: string) =>
  db.selectFrom('calendar_feeds').selectAll().where('user_id', '=', userId).where('revoked_at', 'is', null);

/**
 * Creates a subscription and notifies the person. It outlives the session, so it needs the password. Only the hash of its
 * token is stored; 256 random bits need no salt.
 * @throws Conflict, PasswordRequired
 */
export function createFeed(db: Kysely<Database>, actor: Actor & { id: string }): Promise<CreatedFeed> {
  return audited(
    db,
    actor,
    'calendar-feeds.create',
    async (transaction) => {
      if ((await active(transaction, actor.id).execute()).length >= MAX_FEEDS)
        throw new Conflict(`You have ${MAX_FEEDS} subscriptions. Please revoke one that you no longer use.`);
      const token = createToken();
      const values = { user_id: actor.id, token_hash: sha256(token) };
      const { id } = await transaction
        .insertInto('calendar_feeds')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow();
      const { device, network } = actor;
      await addNotice(transaction, actor.id, { kind: 'calendar-feed-created', device, network });
      const result = { _id: id, path: `/api/calendar/${token}.ics` };
      return { entityId: id, before: null, after: { userId: actor.id }, result };
    },
    { lock: `calendar feeds of ${actor.id}`, needsPassword: true },
  );
}

/** Revokes one's own subscription. @throws NotFound */
export function revokeFeed(db: Kysely<Database>, actor: Actor & { id: string }, id: string): Promise<void> {
  return audited(db, actor, 'calendar-feeds.revoke', async (transaction) => {
    const row = await active(transaction, actor.id).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw new NotFound();
    await transaction.updateTable('calendar_feeds').set({ revoked_at: sql`now()` }).where('id', '=', id).execute();
    return { entityId: id, before: { userId: actor.id }, after: null, result: undefined };
  });
}

/** Requests of one network for subscriptions, per window. An office has several people with several devices. */
const READS = { count: 120, windowMs: 10 * 60_000 };
const reads = new LRUCache<string, { count: number }>({ max: 10_000, ttl: READS.windowMs });

/** Counts a request for a subscription, before the token is looked up. @throws TooManyAttempts */
export function countFeedRead(network: string): void {
  const seen = reads.get(network) ?? { count: 0 };
  if (seen.count === 0) reads.set(network, seen);
  seen.count += 1;
  if (seen.count > READS.count) throw new TooManyAttempts(Math.ceil(READS.windowMs / 1000));
}

/** Returns the calendar file of a subscription. @throws NotFound when it was revoked or its owner was disabled */
export async function readFeed(db: Kysely<Database>, token: string): Promise<string> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select('calendar_feeds.id')
    .where('token_hash', '=', sha256(token))
    .where('revoked_at', 'is', null)
    .where('users.disabled', '=', false)
    .executeTakeFirst();
  if (!feed) throw new NotFound();
  await db
    .updateTable('calendar_feeds')
    .set({ last_read_at: sql`now()` })
    .where('id', '=', feed.id)
    .where(sql<boolean>`(last_read_at is null or last_read_at < now() - interval '1 hour')`)
    .execute();
  return icsOf('Studio calendar', await feedBookings(db));
}

async function feedBookings(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('cities', 'cities.id', 'bookings.city_id')
    .leftJoin('crews', 'crews.id', 'bookings.crew_id')
    .select(['uid', 'kind', 'title', 'cities.name as city', 'crews.name as crew', 'starts_on', 'ends_before'])
    .select(['ceremonies', 'version', 'created_at', 'updated_at'])
    .select(
      sql<boolean>`deleted_at is not null or expired_at is not null or coalesce(held_until < ${TODAY}, false)`.as(
        'isCancelled',
      ),
    )
    .where(sql<boolean>`ends_before > ${TODAY} - ${sql.lit(PAST_DAYS)}`)
    .where(
      sql<boolean>`coalesce(deleted_at, expired_at, now()) > now() - make_interval(days => ${sql.lit(CANCELLED_DAYS)})`,
    )
    .orderBy('starts_on')
    .orderBy('bookings.id')
    .limit(MAX_EVENTS)
    .execute();
  return rows;
}
