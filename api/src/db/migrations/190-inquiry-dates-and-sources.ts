import { type Kysely, sql } from 'kysely';

/** Inquiries for several days or for a date that is not fixed yet, and how visitors found the studio. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table inquiries
      add column event_end_date date check (event_end_date > event_date),
      add column date_undecided boolean not null default false,
      add column heard_from text,
      add column utm_source text,
      add column utm_medium text,
      add column utm_campaign text`.execute(db);
  await sql`
    create index inquiries_order_source on inquiries (quarantined, source, due_order, id)
      where deleted_at is null`.execute(db);
  // The calendar counts the inquiries for each day; few ask for more than one.
  await sql`
    create index inquiries_by_date_range on inquiries (event_end_date)
      where deleted_at is null and not quarantined and event_end_date is not null`.execute(db);
}
