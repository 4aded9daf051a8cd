import { type Kysely, sql } from 'kysely';

/**
 * The start of an inquiry's quarantine, from which its retention counts. Nothing removed old rows before, so theirs counts
 * from this migration, and staff see them first. A trigger sets it, so that rows of an older program or backup have it too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inquiries add column quarantined_at timestamptz`.execute(db);
  await sql`
    update inquiries set
      quarantined_at = case when quarantined then now() end,
      deleted_at = case when deleted_at is not null then now() end
    where quarantined or deleted_at is not null`.execute(db);
  await sql`
    create function fill_inquiry_quarantined_at() returns trigger language plpgsql as $$
    begin
      new.quarantined_at := case when new.quarantined then coalesce(new.quarantined_at, now()) end;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger inquiries_quarantined_at before insert or update of quarantined, quarantined_at on inquiries
    for each row execute function fill_inquiry_quarantined_at()`.execute(db);
  await sql`
    create index inquiries_by_quarantine on inquiries (quarantined_at) where quarantined_at is not null`.execute(db);
}
