import { type Kysely, sql } from 'kysely';
import { REPLY_TEMPLATES } from './180-reply-templates.js';

/**
 * People behind the inquiries, with their phone numbers and emails, what staff add, tasks, and texts for replies.
 *
 * A merge moves no row. Each client has the id of the client that stands for it (`root_id`, its own unless it was merged), so
 * a merge is undone exactly, also after more inquiries have arrived.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createClients(db);
  await createRecords(db);
  await sql`
    create table reply_templates (
      id bigint generated always as identity primary key,
      name text not null,
      texts jsonb not null,
      version integer not null default 1,
      created_at timestamptz not null default now()
    )`.execute(db);
  for (const { name, ...texts } of REPLY_TEMPLATES)
    await sql`insert into reply_templates (name, texts) values (${name}, ${JSON.stringify(texts)}::jsonb)`.execute(db);
}

async function createClients(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clients (
      id bigint generated always as identity primary key,
      name text not null,
      language text not null default 'en',
      root_id bigint not null references clients (id) deferrable initially deferred,
      merged_into bigint references clients (id) deferrable initially deferred,
      merged_at timestamptz,
      merged_by text,
      search text not null default '',
      version integer not null default 1,
      created_at timestamptz not null default now(),
      last_at timestamptz not null default now(),
      erased_at timestamptz
    )`.execute(db);
  // A new client stands for itself.
  await sql`
    create function fill_client_root() returns trigger language plpgsql as $$
    begin
      new.root_id := coalesce(new.root_id, new.id);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger clients_root before insert on clients for each row execute function fill_client_root()`.execute(db);
  await sql`create index clients_by_root on clients (root_id, id)`.execute(db);
  await sql`
    create index clients_by_activity on clients (last_at desc, id desc)
      where erased_at is null and merged_into is null`.execute(db);
  await sql`
    create table client_contacts (
      id bigint generated always as identity primary key,
      client_id bigint not null references clients (id),
      kind text not null check (kind in ('phone', 'email')),
      value text not null,
      key text not null,
      unique (client_id, key)
    )`.execute(db);
  await sql`create index client_contacts_by_key on client_contacts (key, client_id)`.execute(db);
  await sql`
    create table client_distinctions (
      lower_id bigint not null references clients (id),
      higher_id bigint not null references clients (id),
      by text not null,
      created_at timestamptz not null default now(),
      primary key (lower_id, higher_id)
    )`.execute(db);
  await sql`alter table inquiries add column client_id bigint references clients (id)`.execute(db);
  await sql`create index inquiries_by_client on inquiries (client_id, id) where client_id is not null`.execute(db);
  await sql`
    create index inquiries_without_client on inquiries (id)
      where client_id is null and not quarantined and deleted_at is null`.execute(db);
}

async function createRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table client_entries (
      id bigint generated always as identity primary key,
      client_id bigint not null references clients (id),
      inquiry_id bigint references inquiries (id) on delete set null,
      kind text not null,
      text text not null,
      media_id text references media (id),
      by text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index client_entries_of_client on client_entries (client_id, id)`.execute(db);
  await sql`create index client_entries_of_inquiry on client_entries (inquiry_id) where inquiry_id is not null`.execute(
    db,
  );
  await sql`create index client_entries_by_media on client_entries (media_id) where media_id is not null`.execute(db);
  await sql`
    create table client_tasks (
      id bigint generated always as identity primary key,
      client_id bigint not null references clients (id),
      inquiry_id bigint references inquiries (id) on delete set null,
      text text not null,
      due_on date not null,
      done_at timestamptz,
      done_by text,
      by text not null,
      created_at timestamptz not null default now(),
      version integer not null default 1
    )`.execute(db);
  await sql`create index client_tasks_of_client on client_tasks (client_id, id)`.execute(db);
  await sql`create index client_tasks_open on client_tasks (due_on, id) where done_at is null`.execute(db);
  await sql`create index client_tasks_of_inquiry on client_tasks (inquiry_id) where inquiry_id is not null`.execute(db);
  // The next open task is what an answered inquiry waits for. A task is due when its day in India ends.
  await sql`
    create function follow_client_tasks() returns trigger language plpgsql as $$
    begin
      update inquiries set next_task_at = (
        select (min(due_on) + 1)::timestamp at time zone 'Asia/Kolkata' from client_tasks
        where inquiry_id = inquiries.id and done_at is null)
      where id in (select case when tg_op = 'DELETE' then null else new.inquiry_id end
        union select case when tg_op = 'INSERT' then null else old.inquiry_id end);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger client_tasks_changed after insert or update or delete on client_tasks
    for each row execute function follow_client_tasks()`.execute(db);
  // Files of erased or deleted entries whose bytes are still to be removed.
  await sql`create table client_files_to_remove (media_id text primary key)`.execute(db);
}
