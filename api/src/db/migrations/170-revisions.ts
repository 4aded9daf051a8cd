import { type Kysely, sql } from 'kysely';

/** Drafts, history and schedules of what the public page shows, and the columns that staff edit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedules (
      id bigint generated always as identity primary key,
      due_at timestamptz not null,
      zone text not null,
      wall_time text not null,
      state text not null default 'waiting' check (state in ('waiting', 'published', 'failed', 'cancelled')),
      labels text[] not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      problem text
    )`.execute(db);
  await sql`create index schedules_waiting on schedules (due_at, id) where state = 'waiting'`.execute(db);
  await sql`
    create table revisions (
      id bigint generated always as identity primary key,
      entity text not null,
      entity_id text not null,
      locale text not null,
      version integer not null check (version > 0),
      body jsonb not null,
      state text not null check (state in ('draft', 'published', 'scheduled', 'archived')),
      author_id bigint references users (id) on delete set null,
      author text not null,
      at timestamptz not null default now(),
      schedule_id bigint references schedules (id),
      unique (entity, entity_id, locale, version),
      check ((state = 'scheduled') = (schedule_id is not null))
    )`.execute(db);
  // One unpublished revision per document and language.
  await sql`
    create unique index revisions_pending on revisions (entity, entity_id, locale)
    where state in ('draft', 'scheduled')`.execute(db);
  await sql`create index revisions_of_schedule on revisions (schedule_id) where schedule_id is not null`.execute(db);
  await sql`create index revisions_of_document on revisions (entity, entity_id, id)`.execute(db);
  await sql`create index revisions_history on revisions (id) where state in ('published', 'archived')`.execute(db);
  await sql`
    create function keep_revision() returns trigger language plpgsql as $$
    begin
      -- The name of an author stays when the account is removed.
      if tg_op = 'UPDATE' and to_jsonb(new) - 'author_id' = to_jsonb(old) - 'author_id' then return new; end if;
      raise exception 'a revision of the history cannot be changed';
    end $$`.execute(db);
  await sql`
    create trigger keep_revision before update or delete on revisions
    for each row when (old.state in ('published', 'archived')) execute function keep_revision()`.execute(db);

  await sql`alter table services add column alt text not null default ''`.execute(db);
  await sql`
    alter table packages
      add column rupees integer,
      add column price_kind text not null default 'exact' check (price_kind in ('exact', 'from', 'request')),
      add column icon text,
      add column archived_at timestamptz`.execute(db);
  await sql`
    update packages set rupees = replace(substr(price, 2), ',', '')::integer
    where price ~ '^₹[0-9]{1,3}(,[0-9]{2,3}){0,3}$'`.execute(db);
  await sql`
    alter table testimonials
      add column alt text not null default '',
      add column date text not null default '',
      add column consent boolean not null default false,
      add column consent_note text not null default '',
      add column hidden boolean not null default false,
      add column archived_at timestamptz`.execute(db);
  await sql`
    alter table profile
      add column portrait_alt text not null default '',
      add column studio_alt text not null default ''`.execute(db);
}
