import { isNamedByContent } from '@godhuli/contracts/page';
import { type PageQuery, ROWS_PER_PAGE } from '@godhuli/contracts/pages';
import {
  type ComposedRelease,
  type Composition,
  NEVER_PROMOTED,
  type Promotion,
  type Release,
  type ReleaseManifest,
  type Remote,
} from '@godhuli/contracts/releases';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { lockUntilCommit } from '../../db/advisory-lock.js';
import type { Database } from '../../db/database.js';
import { pageOf } from '../../db/page-of.js';

export type ReleaseRow = Selectable<Database['releases']>;

export async function findRelease(db: Kysely<Database>, remote: string, version: string): Promise<ReleaseRow | null> {
  const row = await db
    .selectFrom('releases')
    .selectAll()
    .where('remote', '=', remote)
    .where('version', '=', version)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns the release that a channel points at, or null. */
export async function findChannel(db: Kysely<Database>, remote: string, channel: string) {
  const row = await db
    .selectFrom('channels')
    .innerJoin('releases', (join) =>
      join.onRef('releases.remote', '=', 'channels.remote').onRef('releases.version', '=', 'channels.version'),
    )
    .select([
      'channels.version',
      'channels.moved_at',
      'channels.automatic',
      'releases.withdrawn',
      'releases.published_by',
      'releases.files_removed_at',
    ])
    .where('channels.remote', '=', remote)
    .where('channels.channel', '=', channel)
    .executeTakeFirst();
  return row ?? null;
}

const composed = (remote: string, version: string, manifest: ReleaseRow['manifest']): ComposedRelease => ({
  ...manifest,
  version,
  baseUrl: `/remotes/${remote}/${version}/`,
});

/** Returns a release as a document needs it, or null when it is unknown or its files are missing. */
export async function findComposedRelease(
  db: Kysely<Database>,
  remote: string,
  version: string,
): Promise<ComposedRelease | null> {
  const row = await findRelease(db, remote, version);
  return row && row.files_removed_at === null ? composed(remote, version, row.manifest) : null;
}

/** Returns the live release of every remote, as one consistent snapshot. */
export async function readComposition(db: Kysely<Database>): Promise<Composition> {
  const rows = await db
    .selectFrom('composition_state')
    .leftJoin('channels', (join) => join.on('channels.channel', 'in', ['live', 'previous']))
    .leftJoin('releases', (join) =>
      join.onRef('releases.remote', '=', 'channels.remote').onRef('releases.version', '=', 'channels.version'),
    )
    .select([
      'composition_state.generation',
      'channels.remote',
      'channels.channel',
      'releases.version',
      'releases.manifest',
      'releases.withdrawn',
    ])
    .execute();
  const remotes: Composition['remotes'] = {};
  for (const row of rows) {
    if (row.channel !== 'live' || !row.remote || !row.version || !row.manifest) continue;
    const before = rows.find(({ remote, channel }) => remote === row.remote && channel === 'previous');
    remotes[row.remote] = {
      live: composed(row.remote, row.version, row.manifest),
      previous:
        before?.version && before.manifest && !before.withdrawn && before.version !== row.version
          ? composed(row.remote, before.version, before.manifest)
          : null,
    };
  }
  return { generation: Number(rows[0]?.generation ?? 0), remotes };
}

/** What staff and teams see of releases. @param since failures reported before are not counted */
const readReleases = (db: Kysely<Database>, since: Date) =>
  db
    .selectFrom('releases')
    .select(['id', 'remote', 'version', 'published_at as publishedAt', 'published_by as publishedBy', 'size', 'checks'])
    .select(sql<boolean>`files_removed_at is not null`.as('filesRemoved'))
    .select((expression) => [
      expression
        .selectFrom('channels')
        .whereRef('channels.remote', '=', 'releases.remote')
        .whereRef('channels.version', '=', 'releases.version')
        .select(sql<string[]>`coalesce(jsonb_agg(channel order by channel), '[]'::jsonb)`.as('names'))
        .as('channels'),
      'withdrawn',
      expression
        .selectFrom('load_reports')
        .whereRef('load_reports.remote', '=', 'releases.remote')
        .whereRef('load_reports.version', '=', 'releases.version')
        .where('reported_at', '>', since)
        .select(sql<number>`count(distinct reporter)::int`.as('reporters'))
        .as('reportedFailures'),
    ])
    .orderBy('id', 'desc');

type ReadRelease = Awaited<ReturnType<ReturnType<typeof readReleases>['execute']>>[number];

const toRelease = ({ id: _, ...row }: ReadRelease): Release => ({
  ...row,
  publishedAt: row.publishedAt.toISOString(),
  channels: row.channels ?? [],
  reportedFailures: row.reportedFailures ?? 0,
});

/** Returns one page of the releases of a remote, newest first. */
export async function listReleases(
  db: Kysely<Database>,
  remote: string,
  since: Date,
  { cursor, limit }: PageQuery,
): Promise<{ rows: Release[]; next: string | null }> {
  const found = await readReleases(db, since)
    .where('remote', '=', remote)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, ({ id }) => id);
  return { rows: rows.map(toRelease), next };
}

/** Returns the newest releases of one remote, or of all, and those that a channel points at; newest first. */
async function listNewestReleases(db: Kysely<Database>, remote: string | null, since: Date) {
  const numbered = db
    .selectFrom('releases')
    .select(['id', 'remote', 'version'])
    .select(sql<number>`row_number() over (partition by remote order by id desc)`.as('number'))
    .select(sql<number>`count(*) over (partition by remote)::int`.as('of_remote'))
    .$if(remote !== null, (query) => query.where('remote', '=', remote as string));
  const wanted = await db
    .selectFrom(numbered.as('numbered'))
    .leftJoin('channels', (join) =>
      join.onRef('channels.remote', '=', 'numbered.remote').onRef('channels.version', '=', 'numbered.version'),
    )
    .select(['numbered.id', 'numbered.remote', 'numbered.of_remote'])
    .where((where) => where.or([where('number', '<=', ROWS_PER_PAGE), where('channels.channel', 'is not', null)]))
    .execute();
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const rows = await readReleases(db, since).where(sql<boolean>`id = any(${ids}::bigint[])`).execute();
  return {
    releases: rows.map(toRelease),
    counts: new Map(wanted.map((row) => [row.remote, row.of_remote])),
  };
}

/** Returns remotes with their newest releases: every one that has a release, or one of them. */
export async function listRemotes(db: Kysely<Database>, remote: string | null, since: Date): Promise<Remote[]> {
  // Read first: a promotion in between makes a revision too old, which is detected, and never too new.
  const revisions = await channelRevisions(db, remote);
  const { releases, counts } = await listNewestReleases(db, remote, since);
  const names = [...new Set(releases.map((release) => release.remote))].sort();
  return names.map((name) => {
    const own = releases.filter((release) => release.remote === name);
    const live = own.find((release) => release.channels.includes('live'));
    const current = revisions.filter((row) => row.remote === name).map(({ channel, revision }) => [channel, revision]);
    return {
      name,
      live: live?.version ?? null,
      revisions: { live: NEVER_PROMOTED, ...Object.fromEntries(current) },
      releases: own,
      releaseCount: counts.get(name) ?? own.length,
    };
  });
}

/** Returns the last promotion of each channel that there is. */
function channelRevisions(db: Kysely<Database>, remote: string | null) {
  return db
    .selectFrom('channels')
    .innerJoin('channel_moves', (join) =>
      join
        .onRef('channel_moves.remote', '=', 'channels.remote')
        .onRef('channel_moves.channel', '=', 'channels.channel'),
    )
    .select(['channels.remote', 'channels.channel', ({ fn }) => fn.max('channel_moves.id').as('revision')])
    .$if(remote !== null, (query) => query.where('channels.remote', '=', remote as string))
    .groupBy(['channels.remote', 'channels.channel'])
    .execute();
}

/** Returns one page of the promotions of a remote, newest first. */
export async function listPromotions(
  db: Kysely<Database>,
  remote: string,
  { cursor, limit }: PageQuery,
): Promise<{ rows: Promotion[]; next: string | null }> {
  const found = await db
    .selectFrom('channel_moves')
    .select(['id as _id', 'channel', 'version', 'from_version as from', 'moved_by as by', 'reason', 'automatic'])
    .select('moved_at as at')
    .where('remote', '=', remote)
    .$if(cursor !== undefined, (query) => query.where('id', '<', cursor as string))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { rows, next } = pageOf(found, limit, ({ _id }) => _id);
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), next };
}

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

/**
 * Returns the newest release of a remote that has a file and whose files still exist, or null.
 * @param path below `assets/`
 */
export async function newestReleaseWith(db: Kysely<Database>, remote: string, path: string): Promise<string | null> {
  const row = await db
    .selectFrom('releases')
    .select('version')
    .where('files_removed_at', 'is', null)
    .where(sql<boolean>`release_assets(remote, manifest) @> array[${`${remote}/${path}`}]`)
    // Not `id` alone: the planner would read manifests from the newest on until one has the file.
    .orderBy(sql`id + 0`, 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.version ?? null;
}

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
