import { type Kysely, sql } from 'kysely';

/**
 * A client that was taken out of a merge kept the time from before it, although replies and tasks of the merged record are
 * theirs. The newest of these and of the end of the merge counts, as for merges that are undone from now on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update clients set last_at = newest.at
    from (
      select root_id, max(happened.at) as at
      from (
        select client_id, created_at as at from client_entries
        union all select client_id, greatest(created_at, done_at) from client_tasks
        union all select (before ->> 'merged')::bigint, at from audit
          where action = 'clients.undo-merge' and before ->> 'merged' ~ '^[0-9]{1,18}$'
      ) happened join clients member on member.id = client_id
      group by root_id
    ) newest
    where clients.id = newest.root_id and clients.erased_at is null and clients.last_at < newest.at`.execute(db);
}
