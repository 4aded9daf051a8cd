import { type PageQuery, ROWS_PER_PAGE } from '@godhuli/contracts/pages';
import { NEVER_PROMOTED, type Promotion, type Release, type Remote } from '@godhuli/contracts/releases';
import { type Kysely, type Selectable, sql } from 'kysely';
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
