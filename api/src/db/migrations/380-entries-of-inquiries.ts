import { type Kysely, sql } from 'kysely';

/**
 * Replies and tasks belong to the client of their inquiry, also while it is merged into another one. Those of a client who was
 * erased after the merge was undone are removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const ofErased = sql`
    inquiry_id in (select inquiries.id from inquiries join clients on clients.id = client_id where erased_at is not null)`;
  await sql`
    with gone as (delete from client_entries where ${ofErased} returning media_id, file_id),
      photos as (
        insert into client_files_to_remove (media_id) select distinct media_id from gone where media_id is not null
        on conflict do nothing)
    insert into client_blobs_to_remove (file_id) select file_id from gone where file_id is not null`.execute(db);
  await sql`delete from client_tasks where ${ofErased}`.execute(db);
  for (const table of ['client_entries', 'client_tasks'])
    await sql`
      update ${sql.table(table)} of_client set client_id = inquiries.client_id from inquiries
      where inquiries.id = of_client.inquiry_id and inquiries.client_id <> of_client.client_id`.execute(db);
}
