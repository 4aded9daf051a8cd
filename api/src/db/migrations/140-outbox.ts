import { type Kysely, sql } from 'kysely';

/**
 * Messages to send, the staff who get alerts, and a reference for each inquiry.
 *
 * A message names the user or inquiry that it goes to, not the address, so that an erased person is not in the outbox.
 * `body_started_at` is set before the body is sent: a worker that is killed earlier has delivered nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox (
      id bigint generated always as identity primary key,
      kind text not null,
      channel text not null default 'email',
      user_id bigint references users (id) on delete cascade,
      inquiry_id bigint references inquiries (id) on delete cascade,
      payload jsonb not null default '{}',
      idempotency_key text not null unique,
      message_id uuid not null default gen_random_uuid(),
      state text not null default 'waiting',
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      next_at timestamptz not null default now(),
      expires_at timestamptz not null default now() + interval '1 day',
      first_attempt_at timestamptz,
      body_started_at timestamptz,
      lease uuid,
      leased_until timestamptz,
      sent_at timestamptz,
      error text
    )`.execute(db);
  await sql`create index outbox_due on outbox (next_at) where state in ('waiting', 'unknown')`.execute(db);
  await sql`create index outbox_leased on outbox (leased_until) where leased_until is not null`.execute(db);
  await sql`create index outbox_failed on outbox (id) where state in ('failed', 'unknown')`.execute(db);
  await sql`create index outbox_by_inquiry on outbox (inquiry_id) where inquiry_id is not null`.execute(db);
  await sql`create index outbox_by_user on outbox (user_id, kind, created_at) where user_id is not null`.execute(db);
  await sql`create index outbox_by_age on outbox (created_at)`.execute(db);
  await sql`
    create table message_recipients (
      user_id bigint primary key references users (id) on delete cascade,
      alerts boolean not null,
      digest boolean not null
    )`.execute(db);
  await addReferences(db);
  await sql`alter table inquiries add column language text not null default 'en'`.execute(db);
  await sql`
    create index inquiries_new_by_age on inquiries (created_at)
      where status = 'New' and not quarantined and deleted_at is null`.execute(db);
  await sql`create index inquiries_by_email on inquiries (lower(email)) where email is not null`.execute(db);
}

/**
 * A reference like GOD-2611-7K3PXQ: the month at the studio and 30 random bits, without letters that look alike or form
 * words. The default also fills the rows that an older program inserts.
 */
async function addReferences(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inquiries add column reference text`.execute(db);
  await sql`
    create function inquiry_reference(received timestamptz) returns text language plpgsql volatile as $$
    declare
      candidate text;
      bytes bytea;
    begin
      loop
        bytes := uuid_send(gen_random_uuid());
        candidate := 'GOD-' || to_char(received at time zone 'Asia/Kolkata', 'YYMM') || '-';
        for i in 0..5 loop
          candidate := candidate || substr('23456789BCDFGHJKLMNPQRSTVWXZ4679', get_byte(bytes, i) % 32 + 1, 1);
        end loop;
        exit when not exists (select from inquiries where reference = candidate);
      end loop;
      return candidate;
    end $$`.execute(db);
  await sql`create unique index inquiries_by_reference on inquiries (reference)`.execute(db);
  await sql`
    do $$
    declare one record;
    begin
      for one in select id, created_at from inquiries order by id loop
        update inquiries set reference = inquiry_reference(one.created_at) where id = one.id;
      end loop;
    end $$`.execute(db);
  await sql`alter table inquiries alter column reference set default inquiry_reference(now())`.execute(db);
}
