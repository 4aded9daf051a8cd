import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type Actor, addEntry, requireActor, THIS_INSTALLATION } from '../audit/audited.js';
import { findChannel, findRelease, NEVER_MOVED, type ReleaseRow } from './releases.queries.js';

/** The notification that every front door listens to; its payload is the new generation. */
export const COMPOSITION_NOTIFICATION = 'composition';

export interface Move {
  actor: Actor;
  remote: string;
  channel: string;
  version: string;
  reason: string;
  at: Date;
  /** the revision of the channel that the decision was made on (`listRemotes`); any unless given */
  expected?: string;
}

/** The channel of the workspace's own builds: what a start or `npm run dev` published last. */
const WORKSPACE_CHANNEL = 'workspace';
/** Channels that nobody moves by name, and why. */
const FOLLOWING: Readonly<Record<string, string>> = {
  previous: "The channel 'previous' is set automatically.",
  [WORKSPACE_CHANNEL]: "The channel 'workspace' is set automatically.",
};

/** Every change of a channel waits for this row, so that each one sees the result of the one before. */
export async function lockComposition(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('composition_state').select('id').where('id', '=', 1).forUpdate().execute();
}

/**
 * Points a channel at a release. Moving `live` makes the former live release `previous`, and tells every front door.
 * Moving `live` to the release in `previous`, or back to one published before the live release, is a rollback: it
 * withdraws the live release and every release between the two that was live. The first promotion of a release is none,
 * whatever its age. A withdrawn release that a person promotes counts as good again.
 * @returns whether anything changed
 * @throws NotFound for an unknown release; Conflict when its files are gone, or the channel was moved since `expected`;
 * BadInput for a channel that follows another
 */
export function moveChannel(db: Kysely<Database>, move: Move): Promise<boolean> {
  const refusal = FOLLOWING[move.channel];
  if (refusal) throw new BadInput([{ field: 'channel', message: refusal }]);
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, move.actor);
    await lockComposition(transaction);
    const release = await findRelease(transaction, move.remote, move.version);
    if (!release) throw new NotFound('Release not found.');
    if (release.files_removed_at) throw new Conflict('The files of this release are missing. Please publish it again.');
    await requireRevision(transaction, move);
    const former = await findChannel(transaction, move.remote, move.channel);
    if (former?.version === move.version && !release.withdrawn) return false;
    if (release.withdrawn) await setWithdrawn(transaction, move.remote, move.version, false);
    const replaced = move.channel === 'live' ? former : null;
    const withdrawn = replaced ? await withdrawRolledBack(transaction, release, replaced.version) : [];
    if (former?.version !== move.version) await point(transaction, move, false);
    await record(transaction, move, former?.version ?? null, { automatic: false, withdrawn });
    if (move.channel === 'live') {
      await pointPrevious(transaction, move, false);
      await announce(transaction);
    }
    return true;
  });
}

/** @throws Conflict that names the last move, when the channel was moved since the caller read its revision */
async function requireRevision(db: Kysely<Database>, { remote, channel, expected }: Move): Promise<void> {
  if (expected === undefined) return;
  const last = await db
    .selectFrom('channel_moves')
    .select(['id', 'version', 'moved_by', 'reason'])
    .where('remote', '=', remote)
    .where('channel', '=', channel)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if ((last?.id ?? NEVER_MOVED) === expected) return;
  throw new Conflict(
    last
      ? `${last.moved_by} has changed '${channel}' to ${last.version} (${last.reason}). Nothing was changed.`
      : `'${channel}' has no history; this revision belongs to another installation.`,
  );
}

/**
 * Takes a build of this workspace into account. It goes live when nothing is, and when it is another build than the last
 * time and what is live is this workspace's own. A start with the build of the last time changes nothing, whatever people
 * have made live since; a withdrawn release waits for a person.
 * @param isNew whether this build is the first with its content
 * @returns 'withdrawn' when only that keeps it from going live
 */
export function followWorkspace(
  db: Kysely<Database>,
  { remote, version, actor, at }: Pick<Move, 'remote' | 'version' | 'actor' | 'at'>,
  isNew: boolean,
): Promise<'live' | 'unchanged' | 'withdrawn'> {
  return db.transaction().execute(async (transaction) => {
    await lockComposition(transaction);
    const release = await findRelease(transaction, remote, version);
    const live = await findChannel(transaction, remote, 'live');
    const last = await findChannel(transaction, remote, WORKSPACE_CHANNEL);
    const move = { remote, channel: WORKSPACE_CHANNEL, version, actor, at, reason: '' };
    if (last?.version !== version) await point(transaction, move, false);
    const isOther = isNew || (last !== null && last.version !== version);
    const isWanted = !live || (isOther && live.version !== version && live.published_by === actor.name);
    if (!isWanted) return 'unchanged';
    if (release?.withdrawn) return 'withdrawn';
    const reason = live ? 'a new build of this workspace' : 'the first start';
    const toLive = { ...move, channel: 'live', reason };
    await point(transaction, toLive, false);
    await record(transaction, toLive, live?.version ?? null);
    await pointPrevious(transaction, toLive, false);
    await announce(transaction);
    return 'live';
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
    await record(transaction, move, version, { automatic: true, withdrawn: [version] });
    await pointPrevious(transaction, move, true);
    await announce(transaction);
    return previous.version;
  });
}

/**
 * Withdraws what a move of `live` from `former` to `target` rolls back: the former release, and every release newer than an
 * older target that was ever live. None of them may become `previous`. A target that was never live rolls back nothing.
 * @returns the versions that are withdrawn from now on
 */
async function withdrawRolledBack(
  db: Kysely<Database>,
  target: Pick<ReleaseRow, 'id' | 'remote' | 'version'>,
  former: string,
): Promise<string[]> {
  const { remote, version } = target;
  if (former === version) return [];
  const moves = db.selectFrom('channel_moves').where('remote', '=', remote).where('channel', '=', 'live');
  if (!(await moves.select('id').where('version', '=', version).executeTakeFirst())) return [];
  const previous = await findChannel(db, remote, 'previous');
  const live = await findRelease(db, remote, former);
  const isOlder = live !== null && BigInt(target.id) < BigInt(live.id);
  if (!isOlder && previous?.version !== version) return [];
  const rows = await db
    .updateTable('releases')
    .set({ withdrawn: true })
    .where('remote', '=', remote)
    .where('withdrawn', '=', false)
    .where(({ and, eb, lit, or }) =>
      or([
        eb('version', '=', former),
        and([lit(isOlder), eb('id', '>', target.id), eb('version', 'in', moves.select('version'))]),
      ]),
    )
    .returning(['id', 'version'])
    .execute();
  return rows.sort((a, b) => Number(a.id) - Number(b.id)).map((row) => row.version);
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

/** Points `previous` at the last good release before the one that `live` was just moved to, or at none. */
async function pointPrevious(db: Kysely<Database>, move: Move, automatic: boolean): Promise<void> {
  const version = await lastGoodBefore(db, move.remote, move.version);
  if (version) return point(db, { ...move, channel: 'previous', version }, automatic);
  await db.deleteFrom('channels').where('remote', '=', move.remote).where('channel', '=', 'previous').execute();
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

/** Notes a move, and in the audit the releases that it withdraws. */
async function record(
  db: Kysely<Database>,
  move: Move,
  from: string | null,
  { automatic, withdrawn }: { automatic: boolean; withdrawn: string[] } = { automatic: false, withdrawn: [] },
): Promise<void> {
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
    after: { version: move.version, reason: move.reason, ...(withdrawn.length > 0 && { withdrawn }) },
  });
}

/** Counts the change, and tells every process when the transaction commits. */
async function announce(db: Kysely<Database>): Promise<void> {
  await db.updateTable('composition_state').set({ generation: sql`generation + 1` }).where('id', '=', 1).execute();
  await sql`select pg_notify(${COMPOSITION_NOTIFICATION}, (select generation::text from composition_state where id = 1))`.execute(
    db,
  );
}
