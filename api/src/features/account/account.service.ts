import type { AccountSession } from '@godhuli/contracts/account';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/audited.js';
import { endSessions, livingSessions } from '../auth/sessions.queries.js';
import { addNotice, dismissNotices } from './notices.queries.js';

type Owner = Actor & SignedInUser;

/** Lists where a user is signed in, the last seen first. */
export async function listSessions(db: Kysely<Database>, { id, sessionId }: SignedInUser): Promise<AccountSession[]> {
  const rows = await livingSessions(db, id);
  return rows.map((row) => ({
    _id: row.id,
    device: row.device || 'Unknown device',
    network: row.network,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    isCurrent: row.id === sessionId,
  }));
}

/**
 * Ends one other session of the same user.
 * @throws NotFound; Conflict for the session that asks
 */
export function endSession(db: Kysely<Database>, actor: Owner, sessionId: string): Promise<void> {
  return audited(db, actor, 'sessions.end', async (transaction) => {
    if (sessionId === actor.sessionId) throw new Conflict('This is the session you are using. Log out to end it.');
    const [ended] = await endSessions(transaction, actor.id, { only: sessionId });
    if (!ended) throw new NotFound('Session not found.');
    await addNotice(transaction, actor.id, {
      ...{ kind: 'sessions-ended', device: actor.device, network: actor.network },
      details: { sessions: [ended.device] },
    });
    return { entityId: sessionId, before: ended, after: null, answer: undefined };
  });
}

/** Ends every other session of the same user. @returns how many */
export function endOtherSessions(db: Kysely<Database>, actor: Owner): Promise<number> {
  return audited(db, actor, 'sessions.end-others', async (transaction) => {
    const ended = await endSessions(transaction, actor.id, { but: actor.sessionId });
    if (ended.length > 0) {
      await addNotice(transaction, actor.id, {
        ...{ kind: 'sessions-ended', device: actor.device, network: actor.network },
        details: { sessions: ended.map(({ device }) => device) },
      });
    }
    return { entityId: actor.id, before: { sessions: ended }, after: null, answer: ended.length };
  });
}

/** Dismisses the notices of a user up to one, on the device of this session. */
export function dismiss(db: Kysely<Database>, actor: Owner, upTo: string): Promise<void> {
  return audited(db, actor, 'account.dismiss-notices', async (transaction) => {
    await dismissNotices(transaction, { sessionId: actor.sessionId, userId: actor.id, upTo });
    return { entityId: actor.id, before: null, after: { upTo }, answer: undefined };
  });
}
