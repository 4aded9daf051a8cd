import { type Kysely, sql } from 'kysely';

/**
 * How many files a release has, for its size on the disk: a publication sums up all releases of a remote and must not read
 * their manifests. The database computes it, also for releases that the previous version inserts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table releases add column file_count integer not null
      generated always as (jsonb_array_length(manifest->'files')) stored`.execute(db);
}
