import { type Kysely, sql } from 'kysely';

/**
 * The pipeline of inquiries: stage, owner, value, city, source and due time, saved views, and what sort and search read.
 * Triggers fill the columns that depend on others, so that rows of an older program or backup have them too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inquiries
      add column stage text not null default 'New'
        check (stage in ('New', 'Replied', 'Met', 'Quoted', 'Held', 'Booked', 'Lost')),
      add column lost_reason text,
      add column owner_id bigint references users (id) on delete set null,
      add column value bigint check (value between 0 and 1000000000),
      add column city text,
      add column source text,
      add column next_task_at timestamptz,
      add column due_at timestamptz,
      add column due_order bigint not null default 0,
      add column name_key text not null default '',
      add column name_grams text[] not null default '{}',
      add column quarantine_reason text`.execute(db);
  await sql`alter table inquiry_history add column stage text, add column lost_reason text`.execute(db);
  await createTriggers(db);
  // Fills the columns of all rows by the triggers.
  await sql`
    update inquiries set
      stage = case status when 'Responded' then 'Replied' else status end,
      quarantine_reason = case when quarantined then 'earlier' end,
      name = name`.execute(db);
  await createIndexes(db);
  await sql`
    create table inquiry_views (
      id bigint generated always as identity primary key,
      user_id bigint not null references users (id) on delete cascade,
      is_shared boolean not null,
      name text not null,
      query text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index inquiry_views_of_user on inquiry_views (user_id)`.execute(db);
  await sql`create index inquiry_views_shared on inquiry_views (id) where is_shared`.execute(db);
}

async function createTriggers(db: Kysely<unknown>) {
  await sql`
    create function status_of_stage(stage text) returns text language sql immutable as $$
      select case stage when 'New' then 'New' when 'Booked' then 'Booked' else 'Responded' end
    $$`.execute(db);
  // A program that knows only the status sets that, and the stage follows. A status that fits the stage keeps it.
  await sql`
    create function fill_inquiry_pipeline() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and new.stage is distinct from old.stage or tg_op = 'INSERT' and new.stage <> 'New' then
        new.status := status_of_stage(new.stage);
      elsif new.status <> status_of_stage(new.stage) then
        new.stage := case new.status when 'Responded' then 'Replied' else new.status end;
      end if;
      if new.stage <> 'Lost' then
        new.lost_reason := null;
      end if;
      new.due_at := case
        when new.stage = 'New' then new.created_at + interval '24 hours'
        when new.stage <> 'Lost' then new.next_task_at
      end;
      new.due_order := coalesce((extract(epoch from new.due_at) * 1000000)::bigint, 4611686018427387904 - new.id);
      if not new.quarantined then
        new.quarantine_reason := null;
      end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger inquiries_pipeline before insert or update on inquiries
    for each row execute function fill_inquiry_pipeline()`.execute(db);
  // The grams of a name: every two and three neighbouring characters of its words. Similar words share most of them.
  await sql`
    create function name_grams(name text) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct substring(' ' || word || ' ' from n for size)), '{}')
      from regexp_split_to_table(lower(normalize(name, nfc)), '\\s+') as word,
        generate_series(2, 3) as size, generate_series(1, char_length(word) + 3 - size) as n
      where word <> ''
    $$`.execute(db);
  await sql`
    create function fill_inquiry_name() returns trigger language plpgsql as $$
    begin
      new.name_key := lower(normalize(new.name, nfc));
      new.name_grams := name_grams(new.name);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger inquiries_name before insert or update of name, name_key, name_grams on inquiries
    for each row execute function fill_inquiry_name()`.execute(db);
  // The search reads the city too, and each phone number without its separators.
  await sql`
    create or replace function fill_inquiry_search() returns trigger language plpgsql as $$
    begin
      new.search := lower(normalize(concat_ws(
        E'\n', new.name, new.phone, new.email, new.message, new.city,
        nullif(regexp_replace(coalesce(new.phone, ''), '[^0-9]', '', 'g'), '')
      ), nfc));
      return new;
    end $$`.execute(db);
  await sql`drop trigger inquiries_search on inquiries`.execute(db);
  await sql`
    create trigger inquiries_search before insert or update of name, phone, email, message, city, search on inquiries
    for each row execute function fill_inquiry_search()`.execute(db);
}

/** One index for each order of the list. The id makes each order total, so that a cursor names one place in it. */
async function createIndexes(db: Kysely<unknown>) {
  const orders = {
    inquiries_order_due: sql`due_order, id`,
    inquiries_order_event_date: sql`coalesce(event_date, date '9999-12-31'), id`,
    inquiries_order_value: sql`coalesce(value, -1) desc, id desc`,
    inquiries_order_name: sql`name_key collate "C", id`,
    inquiries_order_stage: sql`stage, due_order, id`,
    inquiries_order_owner: sql`owner_id, due_order, id`,
  };
  for (const [name, columns] of Object.entries(orders)) {
    await sql`create index ${sql.raw(name)} on inquiries (quarantined, ${columns}) where deleted_at is null`.execute(
      db,
    );
  }
  await sql`create index inquiries_by_name_grams on inquiries using gin (name_grams)`.execute(db);
}
