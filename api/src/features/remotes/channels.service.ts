import type { Rollback } from '@godhuli/contracts/releases';
import { AUTOMATIC_CHANNELS, LASTING_CHANNELS, NEVER_PROMOTED, WORKSPACE_CHANNEL } from '@godhuli/contracts/releases';
import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type Kysely,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { type Actor, addAuditEntry, audited, requireActor, THIS_INSTALLATION } from '../audit/index.js';
import { CHANNELS_PER_REMOTE } from './release-limits.js';
import { findChannel, findRelease, type ReleaseRow } from './releases.queries.js';

/** The notification that every front door listens to; its payload is the new generation. */
export const COMPOSITION_NOTIFICATION = 'composition';

interface ChannelChange {
  actor: Actor;
  remote: string;
  channel: string;
  version: string;
  reason: string;
  at: Date;
}

export interface Promotion extends ChannelChange {
  /** the revision of the channel that the decision was made on (`listRemotes`) */
  expected: string;
}

/** Locks the composition: every change of a channel sees the result of the one before. */
export async function lockComposition(transaction: Transaction<Database>): Promise<void> {
  await transaction.selectFrom('composition_state').select('id').where('id', '=', 1).forUpdate().execute();
}

/**
 * Points a channel at a release. With `live`, the former live release becomes `previous`, and every front door is notified.
 * Promoting the release in `previous`, or one published before the live release, to `live` is a rollback: it withdraws the
 * live release and every release between the two that was live. The first promotion of a release is never a rollback,
 * whatever its age. A withdrawn release that a person promotes to `live` counts as good again; in another channel it stays withdrawn.
 * @returns whether anything changed
 * @throws NotFound for an unknown release; Conflict when its files are missing, the channel was changed since `expected`, or
 * it is new and the remote has `CHANNELS_PER_REMOTE`; BadInput for a channel that is set automatically
 */
export function promoteRelease(db: Kysely<Database>, promotion: Promotion): Promise<boolean> {
  if (AUTOMATIC_CHANNELS.includes(promotion.channel)) {
    throw new BadInput([{ field: 'channel', message: `The channel '${promotion.channel}' is set automatically.` }]);
  }
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, promotion.actor);
    await lockComposition(transaction);
    const release = await findRelease(transaction, promotion.remote, promotion.version);
    if (!release) throw new NotFound('Release not found.');
    if (release.files_removed_at) throw new Conflict('The files of this release are missing. Please publish it again.');
    await requireRevision(transaction, promotion);
    const former = await findChannel(transaction, promotion.remote, promotion.channel);
    const isRestored = release.withdrawn && promotion.channel === 'live';
    if (former?.version === promotion.version && !isRestored) return false;
    if (!former && promotion.channel !== 'live') await requireRoomForChannel(transaction, promotion.remote);
    if (isRestored) await setWithdrawn(transaction, promotion.remote, promotion.version, false);
    const replaced = promotion.channel === 'live' ? former : null;
    const withdrawn = replaced ? await withdrawRolledBack(transaction, release, replaced.version) : [];
    if (former?.version !== promotion.version) await setChannel(transaction, promotion, false);
    await recordPromotion(transaction, promotion, former?.version ?? null, { automatic: false, withdrawn });
    if (promotion.channel === 'live') {
      await setPrevious(transaction, promotion, false);
      await notifyFrontDoors(transaction);
    }
    return true;
  });
}

/**
 * Removes a channel that was set by name: its release is then kept no longer than any other.
 * @throws NotFound for an unknown channel; Conflict when it was changed since `expected`; BadInput for one that is always there
 */
export function removeChannel(
  db: Kysely<Database>,
  actor: Actor,
  { remote, channel, expected }: Pick<Promotion, 'remote' | 'channel' | 'expected'>,
): Promise<void> {
  if (LASTING_CHANNELS.includes(channel)) {
    throw new BadInput([{ field: 'channel', message: `The channel '${channel}' cannot be removed.` }]);
  }
  return audited(db, actor, 'releases.remove-channel', async (transaction) => {
    await lockComposition(transaction);
    const former = await findChannel(transaction, remote, channel);
    if (!former) throw new NotFound('Channel not found.');
    await requireRevision(transaction, { remote, channel, expected });
    await transaction.deleteFrom('channels').where('remote', '=', remote).where('channel', '=', channel).execute();
    const before = { version: former.version };
    return { entityId: `${remote}/${channel}`, before, after: null, result: undefined };
  });
}

/** @throws Conflict when the remote has as many channels as it may have */
async function requireRoomForChannel(db: Kysely<Database>, remote: string): Promise<void> {
  const { count } = await db
    .selectFrom('channels')
    .select((where) => where.fn.countAll<string>().as('count'))
    .where('remote', '=', remote)
    .where('channel', 'not in', LASTING_CHANNELS)
    .executeTakeFirstOrThrow();
  if (Number(count) < CHANNELS_PER_REMOTE) return;
  throw new Conflict(`${remote} has ${count} channels besides live. Remove one that is no longer needed.`);
}

/** @throws Conflict with the last promotion, when the channel was changed since the caller read its revision */
async function requireRevision(
  db: Kysely<Database>,
  { remote, channel, expected }: Pick<Promotion, 'remote' | 'channel' | 'expected'>,
): Promise<void> {
  const last = await db
    .selectFrom('channels')
    .innerJoin('channel_moves', (join) =>
      join
        .onRef('channel_moves.remote', '=', 'channels.remote')
        .onRef('channel_moves.channel', '=', 'channels.channel'),
    )
    .select(['channel_moves.id', 'channel_moves.version', 'moved_by', 'reason'])
    .where('channels.remote', '=', remote)
    .where('channels.channel', '=', channel)
    .orderBy('channel_moves.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if ((last?.id ?? NEVER_PROMOTED) === expected) return;
  throw new Conflict(
    last
      ? `${last.moved_by} has changed '${channel}' to ${last.version} (${last.reason}). Nothing was changed.`
      : `There is no channel '${channel}', or no longer. Nothing was changed.`,
  );
}

/**
 * Promotes a build of this workspace to `live` if no release is live, or if it differs from the workspace's last build and
 * the live release was published by this workspace too. A start with the same build as the last time changes nothing,
 * whatever people have promoted since. A withdrawn release has to be promoted by a person.
 * @param isNew whether no earlier build had the same content
 * @returns 'withdrawn' when only the withdrawal keeps it from going live
 */
export function followWorkspace(
  db: Kysely<Database>,
  { remote, version, actor, at }: Pick<ChannelChange, 'remote' | 'version' | 'actor' | 'at'>,
  isNew: boolean,
): Promise<'live' | 'unchanged' | 'withdrawn'> {
  return db.transaction().execute(async (transaction) => {
    await lockComposition(transaction);
    const release = await findRelease(transaction, remote, version);
    const live = await findChannel(transaction, remote, 'live');
    const last = await findChannel(transaction, remote, WORKSPACE_CHANNEL);
    const promotion = { remote, channel: WORKSPACE_CHANNEL, version, actor, at, reason: '' };
    if (last?.version !== version) await setChannel(transaction, promotion, false);
    const isOther = isNew || (last !== null && last.version !== version);
    const isWanted = !live || (isOther && live.version !== version && live.published_by === actor.name);
    if (!isWanted) return 'unchanged';
    if (release?.withdrawn) return 'withdrawn';
    const reason = live ? 'a new build of this workspace' : 'the first start';
    const toLive = { ...promotion, channel: 'live', reason };
    await setChannel(transaction, toLive, false);
    await recordPromotion(transaction, toLive, live?.version ?? null);
    await setPrevious(transaction, toLive, false);
    await notifyFrontDoors(transaction);
    return 'live';
  });
}

/**
 * Withdraws the live release after failures that visitors reported: `live` goes back to `previous`, and the release stays
 * withdrawn until a person promotes it again. Does nothing when it is no longer live or there is no good previous release.
 * @returns the version that is live now, or null when nothing changed
 */
export function withdrawLive(
  db: Kysely<Database>,
  { remote, version, reason, at }: Pick<ChannelChange, 'remote' | 'version' | 'reason' | 'at'>,
): Promise<string | null> {
  return db.transaction().execute(async (transaction) => {
    await lockComposition(transaction);
    const live = await findChannel(transaction, remote, 'live');
    const previous = await findChannel(transaction, remote, 'previous');
    if (live?.version !== version || live.withdrawn) return null;
    if (!previous || previous.withdrawn || previous.files_removed_at || previous.version === version) return null;
    const promotion: ChannelChange = {
      remote,
      channel: 'live',
      version: previous.version,
      reason,
      at,
      actor: THIS_INSTALLATION,
    };
    await setWithdrawn(transaction, remote, version, true);
    await setChannel(transaction, promotion, true);
    await recordPromotion(transaction, promotion, version, { automatic: true, withdrawn: [version] });
    await setPrevious(transaction, promotion, true);
    await notifyFrontDoors(transaction);
    return previous.version;
  });
}

/**
 * Returns the condition for the releases that a promotion from `former` to `target` rolls back: the former release, and every
 * release newer than an older target that was ever live. Null when it rolls back none, as with a target that was never live.
 */
async function rolledBackBy(
  db: Kysely<Database>,
  target: Pick<ReleaseRow, 'id' | 'remote' | 'version'>,
  former: string,
): Promise<
  ((where: ExpressionBuilder<Database, 'releases'>) => ExpressionWrapper<Database, 'releases', SqlBool>) | null
> {
  const { remote, version } = target;
  if (former === version) return null;
  const promotions = db.selectFrom('channel_moves').where('remote', '=', remote).where('channel', '=', 'live');
  if (!(await promotions.select('id').where('version', '=', version).executeTakeFirst())) return null;
  const previous = await findChannel(db, remote, 'previous');
  const live = await findRelease(db, remote, former);
  const isOlder = live !== null && BigInt(target.id) < BigInt(live.id);
  if (!isOlder && previous?.version !== version) return null;
  return (where) =>
    where.and([
      where('remote', '=', remote),
      where('withdrawn', '=', false),
      where.or([
        where('version', '=', former),
        where.and([
          where.lit(isOlder),
          where('id', '>', target.id),
          where('version', 'in', promotions.select('version')),
        ]),
      ]),
    ]);
}

/** Withdraws the releases that a promotion rolls back: none of them may become `previous`. @returns their versions */
async function withdrawRolledBack(
  db: Kysely<Database>,
  target: Pick<ReleaseRow, 'id' | 'remote' | 'version'>,
  former: string,
): Promise<string[]> {
  const condition = await rolledBackBy(db, target, former);
  if (!condition) return [];
  const update = db.updateTable('releases').set({ withdrawn: true }).where(condition);
  const rows = await update.returning(['id', 'version']).execute();
  return rows.sort((a, b) => Number(a.id) - Number(b.id)).map((row) => row.version);
}

/** How many releases of a rollback are named. */
const NAMED = 5;

/**
 * Returns which releases are withdrawn if this one is promoted to `live` now.
 * @throws NotFound for an unknown release
 */
export async function previewRollback(db: Kysely<Database>, remote: string, version: string): Promise<Rollback> {
  const target = await findRelease(db, remote, version);
  if (!target) throw new NotFound('Release not found.');
  const live = await findChannel(db, remote, 'live');
  const condition = live && (await rolledBackBy(db, target, live.version));
  if (!condition) return { count: 0, newest: [] };
  const rolledBack = db.selectFrom('releases').where(condition);
  const { count } = await rolledBack
    .select((where) => where.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const newest = await rolledBack.select('version').orderBy('id', 'desc').limit(NAMED).execute();
  return { count: Number(count), newest: newest.map((row) => row.version) };
}

async function setWithdrawn(db: Kysely<Database>, remote: string, version: string, withdrawn: boolean): Promise<void> {
  await db
    .updateTable('releases')
    .set({ withdrawn })
    .where('remote', '=', remote)
    .where('version', '=', version)
    .execute();
}

async function setChannel(db: Kysely<Database>, promotion: ChannelChange, automatic: boolean): Promise<void> {
  const target = { version: promotion.version, moved_at: promotion.at, automatic };
  await db
    .insertInto('channels')
    .values({ remote: promotion.remote, channel: promotion.channel, ...target })
    .onConflict((conflict) => conflict.columns(['remote', 'channel']).doUpdateSet(target))
    .execute();
}

/** Points `previous` at the last good release before the one that was just promoted to `live`, or at none. */
async function setPrevious(db: Kysely<Database>, promotion: ChannelChange, automatic: boolean): Promise<void> {
  const version = await lastGoodBefore(db, promotion.remote, promotion.version);
  if (version) return setChannel(db, { ...promotion, channel: 'previous', version }, automatic);
  await db.deleteFrom('channels').where('remote', '=', promotion.remote).where('channel', '=', 'previous').execute();
}

/** Returns the last release, other than this one, that was live and is still good. */
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

/** Records a promotion, with an audit entry that names the releases that it withdraws. */
async function recordPromotion(
  db: Kysely<Database>,
  promotion: ChannelChange,
  from: string | null,
  { automatic, withdrawn }: { automatic: boolean; withdrawn: string[] } = { automatic: false, withdrawn: [] },
): Promise<void> {
  await db
    .insertInto('channel_moves')
    .values({
      remote: promotion.remote,
      channel: promotion.channel,
      version: promotion.version,
      from_version: from,
      moved_by: promotion.actor.name,
      reason: promotion.reason,
      automatic,
      moved_at: promotion.at,
    })
    .execute();
  await addAuditEntry(db, promotion.actor, automatic ? 'releases.withdraw' : 'releases.promote', {
    entityId: `${promotion.remote}/${promotion.channel}`,
    before: from === null ? null : { version: from },
    after: { version: promotion.version, reason: promotion.reason, ...(withdrawn.length > 0 && { withdrawn }) },
  });
}

/** Increments the generation and notifies every process when the transaction commits. */
async function notifyFrontDoors(db: Kysely<Database>): Promise<void> {
  await db.updateTable('composition_state').set({ generation: sql`generation + 1` }).where('id', '=', 1).execute();
  await sql`select pg_notify(${COMPOSITION_NOTIFICATION}, (select generation::text from composition_state where id = 1))`.execute(
    db,
  );
}
