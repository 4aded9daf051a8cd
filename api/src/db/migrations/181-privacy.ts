import { type Kysely, sql } from 'kysely';

/** What a visitor was told and when, how long inquiries are kept, and which of them have been anonymised. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The texts that visitors have seen, each once. An inquiry of an older program has none.
  await sql`
    create table privacy_texts (
      version text primary key,
      text text not null,
      first_used_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    alter table inquiries
      add column consent_at timestamptz,
      add column consent_version text references privacy_texts (version),
      add column anonymised_at timestamptz`.execute(db);
  await sql`
    create table privacy_settings (
      id integer primary key default 1 check (id = 1),
      retention_months integer not null default 24 check (retention_months between 1 and 120),
      version integer not null default 1
    )`.execute(db);
  await sql`insert into privacy_settings default values`.execute(db);
  // Erasing a person reads the audit entries of their inquiries, bookings and record.
  await sql`
    create index audit_of_people on audit (entity_id)
      where action like 'inquiries.%' or action like 'bookings.%' or action like 'clients.%'`.execute(db);
}
