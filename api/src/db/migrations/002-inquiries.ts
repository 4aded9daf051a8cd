import { type Kysely, sql } from 'kysely';

/** Inquiries of visitors and their history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table inquiries (
      id bigint generated always as identity primary key,
      name text not null,
      phone text,
      email text,
      event_type text not null,
      event_date date,
      message text not null,
      status text not null default 'New' check (status in ('New', 'Responded', 'Booked')),
      notes text not null default '',
      version integer not null default 1,
      quarantined boolean not null,
      network text not null,
      created_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index inquiries_by_network on inquiries (network, created_at)`.execute(db);
  await sql`
    create table inquiry_history (
      id bigint generated always as identity primary key,
      inquiry_id bigint not null references inquiries (id),
      status text not null,
      at timestamptz not null default now(),
      by text not null
    )`.execute(db);
  await sql`create index inquiry_history_of_inquiry on inquiry_history (inquiry_id, id)`.execute(db);
  await sql`
    create table idempotency_keys (
      key text primary key,
      fingerprint text not null,
      inquiry_id bigint references inquiries (id),
      created_at timestamptz not null default now()
    )`.execute(db);
}
