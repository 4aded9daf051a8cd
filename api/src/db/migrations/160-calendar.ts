import { type Kysely, sql } from 'kysely';

/**
 * The calendar: cities with their capacity, crews, bookings (also holds and blocked days), muhurat dates and subscriptions.
 * Days are `date`, ranges are half-open. A row of `calendar_days` holds the capacity of one day in one city, and is the lock
 * of every transaction that books it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cities (
      id bigint generated always as identity primary key,
      name text not null unique,
      capacity integer not null check (capacity >= 0),
      archived_at timestamptz
    )`.execute(db);
  await sql`
    create table crews (
      id bigint generated always as identity primary key,
      name text not null unique,
      city_id bigint references cities (id),
      archived_at timestamptz
    )`.execute(db);
  await sql`
    create table calendar_days (
      day date not null,
      city_id bigint not null references cities (id),
      capacity integer check (capacity >= 0),
      primary key (day, city_id)
    )`.execute(db);
  await sql`
    create table bookings (
      id bigint generated always as identity primary key,
      uid text not null unique default gen_random_uuid()::text || '@godhuli',
      kind text not null check (kind in ('booking', 'hold', 'blocked')),
      title text not null,
      city_id bigint not null references cities (id),
      crew_id bigint references crews (id),
      inquiry_id bigint references inquiries (id) on delete set null,
      starts_on date not null,
      ends_before date not null check (ends_before > starts_on),
      held_until date check ((kind = 'hold') = (held_until is not null)),
      ceremonies jsonb not null default '[]',
      notes text not null default '',
      override_reason text,
      created_by text not null,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      reminded_at timestamptz,
      expired_at timestamptz,
      deleted_at timestamptz
    )`.execute(db);
  await sql`
    create index bookings_by_days on bookings using gist (daterange(starts_on, ends_before))
      where deleted_at is null`.execute(db);
  await sql`create index bookings_in_order on bookings (starts_on, id) where deleted_at is null`.execute(db);
  await sql`create index bookings_of_inquiry on bookings (inquiry_id) where inquiry_id is not null`.execute(db);
  await sql`
    create index bookings_held on bookings (held_until)
      where kind = 'hold' and expired_at is null and deleted_at is null`.execute(db);
  await sql`create index bookings_deleted on bookings (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create table muhurats (day date primary key, name text not null)`.execute(db);
  await sql`
    create table calendar_feeds (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      token_hash text not null unique,
      created_at timestamptz not null default now(),
      last_read_at timestamptz,
      revoked_at timestamptz
    )`.execute(db);
  await sql`create index calendar_feeds_by_user on calendar_feeds (user_id)`.execute(db);
  // The heat map counts the inquiries that ask for each day.
  await sql`
    create index inquiries_by_event_date on inquiries (event_date)
      where deleted_at is null and not quarantined and event_date is not null`.execute(db);
  await sql`insert into cities (name, capacity) values ('Ahilyanagar', 2), ('Pune', 2)`.execute(db);
  for (const table of ['cities', 'calendar_days', 'bookings']) {
    await sql`
      create trigger studio_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function studio_changed()`.execute(db);
  }
}
