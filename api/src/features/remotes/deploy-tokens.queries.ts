import type { CreatedDeployToken, DeployToken } from '@godhuli/contracts/releases';
import { sha256 } from '@godhuli/server/digest';
import type { Kysely, Selectable, Transaction } from 'kysely';
import { createToken } from '../../create-token.js';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { type Actor, audited } from '../audit/index.js';
import { addNotice } from '../users/index.js';

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
  return audited(db, actor, 'deploy-tokens.create', work, { needsPassword: true });
}

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
