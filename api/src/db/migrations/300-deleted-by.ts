import { type Kysely, sql } from 'kysely';

/**
 * Who deleted an inquiry, also of those in the trash as far as the audit log names them; and the Idempotency-Key of the request
 * that added a reply template: a retry adds no second one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reply_templates add column created_with_key text unique`.execute(db);
  await sql`alter table inquiries add column deleted_by text`.execute(db);
  await sql`
    update inquiries set deleted_by = latest.user_name
    from (
      select distinct on (inquiry_id) inquiry_id, user_name
      from audit, lateral (
        select entity_id as inquiry_id
        union select jsonb_array_elements_text(case when jsonb_typeof(before -> 'ids') = 'array' then before -> 'ids' else '[]' end)
      ) as named
      where action = 'inquiries.delete'
      order by inquiry_id, audit.id desc
    ) as latest
    where deleted_at is not null and inquiries.id::text = latest.inquiry_id`.execute(db);
}
