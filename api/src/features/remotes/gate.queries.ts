import { isNamedByContent } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';

/** Returns the version of a release of the remote whose container has the same name but another entry, or null. */
export async function containerTakenBy(
  db: Kysely<Database>,
  remote: string,
  container: string,
  entry: { path: string; integrity: string } | undefined,
): Promise<string | null> {
  const rows = await db
    .selectFrom('releases')
    .select(['version', 'manifest'])
    .where('remote', '=', remote)
    .where(sql`manifest->>'container'`, '=', container)
    .execute();
  const other = rows.find(
    ({ manifest }) => manifest.files.find(({ path }) => path === manifest.entry)?.integrity !== entry?.integrity,
  );
  return other?.version ?? null;
}

/** Returns the id of the newest release of a remote, '0' without one. */
export async function newestReleaseId(db: Kysely<Database>, remote: string): Promise<string> {
  const newest = db.selectFrom('releases').select('id').where('remote', '=', remote).orderBy('id', 'desc').limit(1);
  return (await newest.executeTakeFirst())?.id ?? '0';
}

/**
 * Returns a file of a manifest, named by its content, that an earlier release has with other bytes, or null. It reads the
 * manifests of all releases published after `since`.
 * @param since id of a release
 */
export async function pathTakenBy(
  db: Kysely<Database>,
  remote: string,
  manifest: ReleaseManifest,
  since = '0',
): Promise<{ path: string; version: string } | null> {
  const named = manifest.files.filter(({ path }) => isNamedByContent(path));
  const { rows } = await sql<{ path: string; version: string }>`
    select file.path, releases.version
    from releases, jsonb_to_recordset(releases.manifest->'files') as file (path text, integrity text)
    join jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as new_file (path text, integrity text)
      on new_file.path = file.path and new_file.integrity <> file.integrity
    where releases.remote = ${remote} and releases.id > ${since}::bigint
    order by releases.id
    limit 1
  `.execute(db);
  return rows[0] ?? null;
}
