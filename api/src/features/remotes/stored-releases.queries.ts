import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';

/** A release whose files are stored. */
export interface StoredRelease {
  version: string;
  publishedAt: Date;
  /** bytes on the disk, see `FILE_OVERHEAD` */
  bytes: number;
  isNewest: boolean;
  isInChannel: boolean;
  /** a browser may still show a document of it */
  isInCaches: boolean;
  isPreviewed: boolean;
  wasLive: boolean;
}

interface StoredReleasesQuery {
  remote: string;
  /** how many of the newest releases count as such, with or without files */
  newest: number;
  /** documents that were made before are in no cache any more */
  cachedSince: Date;
  /** previews that began before have ended */
  previewedSince: Date;
}

/** Bytes that a file needs beyond its content, at most: the rest of its last block on the disk. */
const FILE_OVERHEAD = 4096;

/** Returns the bytes that the files of a release need on the disk, at most, with `release.json` and the folder. */
export const bytesOnDisk = ({ files }: ReleaseManifest): number =>
  files.reduce((sum, { size }) => sum + size, (files.length + 2) * FILE_OVERHEAD);

/** Returns the releases of a remote whose files are stored, oldest first. */
export async function listStored(
  db: Kysely<Database>,
  { remote, newest, cachedSince, previewedSince }: StoredReleasesQuery,
): Promise<StoredRelease[]> {
  const { rows } = await sql<StoredRelease>`
    select version, published_at as "publishedAt",
      (size::bigint + (file_count + 2) * ${sql.lit(FILE_OVERHEAD)})::float8 as bytes,
      id in (select id from releases where remote = ${remote} order by id desc limit ${newest}) as "isNewest",
      exists (select from channels where channels.remote = releases.remote and channels.version = releases.version)
        as "isInChannel",
      exists (select from channel_moves where channel_moves.remote = releases.remote and channel = 'live'
        and from_version = releases.version and moved_at > ${cachedSince}) as "isInCaches",
      coalesce(previewed_at > ${previewedSince}, false) as "isPreviewed",
      exists (select from channel_moves where channel_moves.remote = releases.remote and channel = 'live'
        and channel_moves.version = releases.version) as "wasLive"
    from releases
    where remote = ${remote} and files_removed_at is null
    order by id`.execute(db);
  return rows;
}

/** Returns which of these versions are releases whose files were removed. */
export async function listRemoved(db: Kysely<Database>, remote: string, versions: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('releases')
    .select('version')
    .where('remote', '=', remote)
    .where('files_removed_at', 'is not', null)
    .where(sql<boolean>`version = any(${versions}::text[])`)
    .execute();
  return rows.map(({ version }) => version);
}

/** Locks what is stored of a remote: its files change together with their row. */
export const lockReleases = (transaction: Transaction<Database>, remote: string) =>
  lockUntilCommit(transaction, `releases of ${remote}`);

export async function setFilesRemoved(
  db: Kysely<Database>,
  remote: string,
  version: string,
  at: Date | null,
): Promise<void> {
  await db
    .updateTable('releases')
    .set({ files_removed_at: at })
    .where('remote', '=', remote)
    .where('version', '=', version)
    .execute();
}
