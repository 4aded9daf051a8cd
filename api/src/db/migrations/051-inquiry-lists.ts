import { type Kysely, sql } from 'kysely';

/** Indexes for pages, counts and limits of inquiries, and columns for undo and limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inquiry_history add column is_undo boolean not null default false`.execute(db);
  await sql`alter table inquiries add column plausible boolean not null default true`.execute(db);
  // The order of the inbox as one number: new inquiries by age, then the others, newest first.
  await sql`
    create index inquiries_in_order on inquiries
      (quarantined, (case when status = 'New' then id else 4611686018427387904 - id end))
      where deleted_at is null`.execute(db);
  await sql`
    create index inquiries_by_status on inquiries
      (quarantined, status, (case when status = 'New' then id else 4611686018427387904 - id end))
      where deleted_at is null`.execute(db);
  await sql`create index inquiries_by_age on inquiries (quarantined, id) where deleted_at is null`.execute(db);
  await sql`create index inquiries_deleted on inquiries (deleted_at) where deleted_at is not null`.execute(db);
  await sql`create index inquiries_quarantined on inquiries (created_at) where quarantined`.execute(db);
  await sql`create index idempotency_keys_of_inquiry on idempotency_keys (inquiry_id)`.execute(db);
}
