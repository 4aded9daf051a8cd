import { type Kysely, sql } from 'kysely';

/**
 * An inquiry is due at the last millisecond of the day of its next task in India. Midnight belongs to the next day: lists and
 * filters showed each task one day late.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function follow_client_tasks() returns trigger language plpgsql as $$
    begin
      update inquiries set next_task_at = (
        select (min(due_on) + 1)::timestamp at time zone 'Asia/Kolkata' - interval '1 millisecond' from client_tasks
        where inquiry_id = inquiries.id and done_at is null)
      where id in (select case when tg_op = 'DELETE' then null else new.inquiry_id end
        union select case when tg_op = 'INSERT' then null else old.inquiry_id end);
      return null;
    end $$`.execute(db);
  await sql`
    update inquiries set next_task_at = next_task_at - interval '1 millisecond' where next_task_at is not null`.execute(
    db,
  );
}
