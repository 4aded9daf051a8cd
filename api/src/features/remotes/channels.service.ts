import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type Actor, addEntry, THIS_INSTALLATION } from '../audit/audited.js';
import { findChannel, findRelease } from './releases.queries.js';

/** The notification that every front door listens to; its payload is the new generation. */
export const COMPOSITION_NOTIFICATION = 'composition';

export interface Move {
  actor: Actor;
  remote: string;
  channel: string;
  version: string;
  reason: string;
  at: Date;
}

/** One picture at a time: every change of a channel waits for this row. */
async function lockComposition(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('composition_state').select('id').where('id', '=', 1).forUpdate().execute();
}

/**
 * Points a channel at a release. Moving `live` makes the former live release `previous`, and tells every
 * front door. A withdrawn release that a person promotes counts as good again.
 * @returns whether anything changed
 * @throws NotFound for an unknown release, Conflict when its files are gone, BadInput for `previous`
 */
export function moveChannel(db: Kysely<Database>, move: Move): Promise<boolean> {
  if (move.channel === 'previous') {
    throw new BadInput([{ field: 'channel', message: "'previous' follows 'live' by itself." }]);
  }
  return db.transaction().execute(async (transaction) => {
    await lockComposition(transaction);
    const release = await findRelease(transaction, move.remote, move.version);
    if (!release) throw new NotFound('There is no such release of this remote.');
    if (release.files_removed_at) throw new Conflict('The files of this release are gone; publish it again.');
    const former = await findChannel(transaction, move.remote, move.channel);
    if (former?.version === move.version && !release.withdrawn) return false;
    if (release.withdrawn) await setWithdrawn(transaction, move.remote, move.version, false);
    if (former?.version !== move.version) {
      if (move.channel === 'live' && former && !former.withdrawn)
        await point(transaction, { ...move, channel: 'previous', version: former.version }, false);
      await point(transaction, move, false);
    }
    await record(transaction, move, former?.version ?? null, false);
    if (move.channel === 'live') await announce(transaction);
    return true;
  });
}

/**
 * Takes a live release out of use after failures in the field: `live` goes back to `previous`, the bad release
 * is withdrawn until a person promotes it again. Does nothing when it is no longer live or nothing good is left.
 * @returns the version that is live now, or null when nothing was done
 */
export function withdrawLive(
  db: Kysely<Database>,
  { remote, version, reason, at }: Pick<Move, 'remote' | 'version' | 'reason' | 'at'>,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await lockComposition(transaction);
    const live = await findChannel(transaction, remote, 'live');
    const previous = await findChannel(transaction, remote, 'previous');
    if (live?.version !== version || live.withdrawn) return null;
    if (!previous || previous.withdrawn || previous.files_removed_at || previous.version === version) return null;
    const move: Move = { remote, channel: 'live', version: previous.version, reason, at, actor: THIS_INSTALLATION };
    await setWithdrawn(transaction, remote, version, true);
    await point(transaction, move, true);
    const before = await lastGoodBefore(transaction, remote, previous.version);
    if (before) await point(transaction, { ...move, channel: 'previous', version: before }, true);
    else
      await transaction.deleteFrom('channels').where('remote', '=', remote).where('channel', '=', 'previous').execute();
    await record(transaction, move, version, true);
    await announce(transaction);
    return previous.version;
  });
}

async function setWithdrawn(db: Kysely<Database>, remote: string, version: string, withdrawn: boolean): Promise<void> {
  await db
    .updateTable('releases')
    .set({ withdrawn })
    .where('remote', '=', remote)
    .where('version', '=', version)
    .execute();
}

async function point(db: Kysely<Database>, move: Move, automatic: boolean): Promise<void> {
  const target = { version: move.version, moved_at: move.at, automatic };
  await db
    .insertInto('channels')
    .values({ remote: move.remote, channel: move.channel, ...target })
    .onConflict((conflict) => conflict.columns(['remote', 'channel']).doUpdateSet(target))
    .execute();
}

/** The release that was live last, apart from this one, and is still good. */
async function lastGoodBefore(db: Kysely<Database>, remote: string, version: string): Promise<string | null> {
  const row = await db
    .selectFrom('channel_moves')
    .innerJoin('releases', (join) =>
      join
        .onRef('releases.remote', '=', 'channel_moves.remote')
        .onRef('releases.version', '=', 'channel_moves.version'),
    )
    .select('channel_moves.version')
    .where('channel_moves.remote', '=', remote)
    .where('channel_moves.channel', '=', 'live')
    .where('channel_moves.version', '!=', version)
    .where('releases.withdrawn', '=', false)
    .where('releases.files_removed_at', 'is', null)
    .orderBy('channel_moves.id', 'desc')
    .executeTakeFirst();
  return row?.version ?? null;
}

async function record(db: Kysely<Database>, move: Move, from: string | null, automatic: boolean): Promise<void> {
  await db
    .insertInto('channel_moves')
    .values({
      remote: move.remote,
      channel: move.channel,
      version: move.version,
      from_version: from,
      moved_by: move.actor.name,
      reason: move.reason,
      automatic,
      moved_at: move.at,
    })
    .execute();
  await addEntry(db, move.actor, automatic ? 'releases.withdraw' : 'releases.promote', {
    entityId: `${move.remote}/${move.channel}`,
    before: from === null ? null : { version: from },
    after: { version: move.version, reason: move.reason },
  });
}

/** Counts the change, and tells every process when the transaction commits. */
async function announce(db: Kysely<Database>): Promise<void> {
  await db.updateTable('composition_state').set({ generation: sql`generation + 1` }).where('id', '=', 1).execute();
  await sql`select pg_notify(${COMPOSITION_NOTIFICATION}, (select generation::text from composition_state where id = 1))`.execute(
    db,
  );
}
