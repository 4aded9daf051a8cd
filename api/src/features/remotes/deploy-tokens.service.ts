import type { CreatedDeployToken, DeployToken } from '@godhuli/contracts/releases';
import { sha256 } from '@godhuli/server/digest';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { createToken } from '../../create-token.js';
import type { Database } from '../../db/database.js';
import { Conflict, NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { addNotice } from '../users/index.js';

/** Active tokens of one remote. */
const MAX_ACTIVE_TOKENS = 50;
const REVOKED_KEPT_DAYS = 90;

const toDeployToken = (row: Selectable<Database['deploy_tokens']>): DeployToken => ({
  _id: row.id,
  remote: row.remote,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null,
});

/** Creates a token that may publish and promote one remote. Only its hash is stored; 256 random bits need no salt. */
export function createDeployToken(
  db: Kysely<Database>,
  actor: Actor,
  remote: string,
  at: Date,
): Promise<CreatedDeployToken> {
  const token = `deploy_${createToken()}`;
  const work = async (transaction: Transaction<Database>) => {
    const { active } = await transaction
      .selectFrom('deploy_tokens')
      .select((expression) => expression.fn.countAll<string>().as('active'))
      .where('remote', '=', remote)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(active) >= MAX_ACTIVE_TOKENS)
      throw new Conflict(`${remote} has ${MAX_ACTIVE_TOKENS} tokens. Please revoke one that is no longer used.`);
    const row = await transaction
      .insertInto('deploy_tokens')
      .values({ remote, token_hash: sha256(token), created_by: actor.name, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow();
    const { device, network } = actor;
    if (actor.id !== null)
      await addNotice(transaction, actor.id, { kind: 'deploy-token-created', device, network, details: { remote } });
    return { entityId: row.id, before: null, after: { remote }, result: { ...toDeployToken(row), token } };
  };
  return audited(db, actor, 'deploy-tokens.create', work, { needsPassword: true, lock: `deploy tokens of ${remote}` });
}

/** Deletes tokens that were revoked more than 90 days ago; the audit log still names them. @returns how many */
export async function deleteRevokedTokens(db: Kysely<Database>): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deploy_tokens')
    .where(sql<boolean>`revoked_at < now() - make_interval(days => ${REVOKED_KEPT_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the tokens of a remote, the newest first: at most 50 active ones, and those revoked within 90 days. */
export async function listDeployTokens(db: Kysely<Database>, remote: string): Promise<DeployToken[]> {
  const rows = await db
    .selectFrom('deploy_tokens')
    .selectAll()
    .where('remote', '=', remote)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toDeployToken);
}

/** Revokes a token. @throws NotFound */
export function revokeDeployToken(
  db: Kysely<Database>,
  actor: Actor,
  remote: string,
  id: string,
  at: Date,
): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    const row = await transaction
      .updateTable('deploy_tokens')
      .set((expression) => ({ revoked_at: expression.fn.coalesce('revoked_at', expression.val(at)) }))
      .where('remote', '=', remote)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new NotFound();
    return { entityId: id, before: { remote }, after: null, result: undefined };
  };
  return audited(db, actor, 'deploy-tokens.revoke', work, { needsPassword: true });
}

/** Returns the token, or null when it is unknown or revoked; records that it was used. */
export async function redeemDeployToken(db: Kysely<Database>, token: string, at: Date): Promise<DeployToken | null> {
  const row = await db
    .updateTable('deploy_tokens')
    .set({ last_used_at: at })
    .where('token_hash', '=', sha256(token))
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row ? toDeployToken(row) : null;
}
