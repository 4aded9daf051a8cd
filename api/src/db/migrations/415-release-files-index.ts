import { type Kysely, sql } from 'kysely';

/**
 * An index of the files below `assets/` of each release that is stored, as '{remote}/{path}': visitors request them without a
 * version. The database maintains it, also for releases that the previous version publishes. The cost of the function tells the
 * planner that it reads a whole manifest, otherwise it prefers to call it for every release.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function release_assets(remote text, manifest jsonb) returns text[]
    language plpgsql immutable cost 10000 as $$
    begin
      return array(
        select remote || '/' || (file->>'path') from jsonb_array_elements(manifest->'files') file
        where file->>'path' like 'assets/%');
    end $$`.execute(db);
  // Without `fastupdate`, every search would read all entries that are not yet sorted in.
  await sql`
    create index releases_by_asset on releases using gin (release_assets(remote, manifest)) with (fastupdate = off)
    where files_removed_at is null`.execute(db);
}
