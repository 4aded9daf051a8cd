import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { findRelease, type ReleaseRow } from './releases.queries.js';

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
