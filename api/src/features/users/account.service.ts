import type { AccountSession } from '@godhuli/contracts/account';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import type { SignedInUser } from '../../http/api-env.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { addNotice, dismissNotices } from './notices.queries.js';
import { activeSessions, endSessions, SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';

type Owner = Actor & SignedInUser;

/** Returns the active sessions of a user, the last seen first. */
export async function listSessions(db: Kysely<Database>, { id, sessionId }: SignedInUser): Promise<AccountSession[]> {
  const rows = await activeSessions(db, id);
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
 * Ends another session of the same user. Needs the password: otherwise a stolen session could end every new session and
 * keep the owner from changing the password.
 * @throws NotFound; Conflict for the session of the request; PasswordRequired
 */
export function endSession(db: Kysely<Database>, actor: Owner, sessionId: string): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    if (sessionId === actor.sessionId) throw new Conflict('This is the session you are using. Log out to end it.');
    const [ended] = await endSessions(transaction, actor.id, { only: sessionId });
    if (!ended) throw new NotFound('Session not found.');
    await notifyOwner(transaction, actor, [ended.device]);
    return { entityId: sessionId, before: ended, after: null, result: undefined };
  };
  return audited(db, actor, 'sessions.end', work, SERIALIZED_WITH_PASSWORD);
}

/** Ends every other session of the same user; needs the password, like `endSession`. @returns how many */
export function endOtherSessions(db: Kysely<Database>, actor: Owner): Promise<number> {
  const work = async (transaction: Transaction<Database>) => {
    const ended = await endSessions(transaction, actor.id, { except: actor.sessionId });
    const devices = ended.map(({ device }) => device);
    if (devices.length > 0) await notifyOwner(transaction, actor, devices);
    return { entityId: actor.id, before: { sessions: ended }, after: null, result: ended.length };
  };
  return audited(db, actor, 'sessions.end-others', work, SERIALIZED_WITH_PASSWORD);
}

const notifyOwner = (transaction: Transaction<Database>, { id, device, network }: Owner, sessions: string[]) =>
  addNotice(transaction, id, { kind: 'sessions-ended', device, network, details: { sessions } });

/** Dismisses the notices of a user up to `upTo`, on the device of this session. */
export function dismiss(
  db: Kysely<Database>,
  actor: Owner,
  upTo: string,
  deviceToken: string | undefined,
): Promise<void> {
  return audited(db, actor, 'account.dismiss-notices', async (transaction) => {
    await dismissNotices(transaction, { sessionId: actor.sessionId, userId: actor.id, upTo, deviceToken });
    return { entityId: actor.id, before: null, after: { upTo }, result: undefined };
  });
}
