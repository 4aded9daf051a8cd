import { type Kysely, sql } from 'kysely';

/**
 * When the person of a booking was erased. Until now the title 'Erased client' said so, which staff can type. The triggers set
 * it also for erasures by the previous version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // In the sequence of the services: an older process writes an inquiry, then its client, and reads its bookings.
  await sql`lock table inquiries, clients in share row exclusive mode`.execute(db);
  await sql`alter table bookings add column erased_at timestamptz`.execute(db);
  for (const [table, column, reference] of [
    ['clients', 'erased_at', 'client_id'],
    ['inquiries', 'anonymised_at', 'inquiry_id'],
  ] as const) {
    const name = sql.ref(`mark_bookings_of_erased_${table}`);
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        update bookings set erased_at = now() where ${sql.ref(reference)} = new.id and erased_at is null;
        return null;
      end $$`.execute(db);
    await sql`
      create trigger mark_bookings after update of ${sql.ref(column)} on ${sql.table(table)} for each row
      when (old.${sql.ref(column)} is null and new.${sql.ref(column)} is not null)
      execute function ${name}()`.execute(db);
  }
  await sql`
    update bookings set erased_at = now()
    where title = 'Erased client'
      or inquiry_id in (select id from inquiries where anonymised_at is not null)
      or client_id in (select id from clients where erased_at is not null)`.execute(db);
}
