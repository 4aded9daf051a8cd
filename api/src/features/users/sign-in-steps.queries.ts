import { sha256 } from '@godhuli/server/digest';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createToken } from '../../create-token.js';
import type { Database } from '../../db/database.js';
import type { StepPurpose } from '../../db/tables/second-factor.js';

/** A started sign-in or registration must be completed within this time. */
export const STEP_MINUTES = 10;
/** After this many wrong codes the password must be entered again. */
const ATTEMPTS_PER_STEP = 5;

const isFresh = sql<boolean>`
  sign_in_steps.created_at > now() - make_interval(mins => ${sql.lit(STEP_MINUTES)})`;

interface StepOwner {
  userId?: string;
  sessionId?: string;
  challenge?: string;
}

/** Starts a step and deletes expired ones. Only the hash of the token is stored. @returns the token */
export async function startStep(
  db: Kysely<Database>,
  purpose: StepPurpose,
  { userId, sessionId, challenge }: StepOwner,
): Promise<string> {
  const token = createToken();
  await deleteOldSteps(db);
  await db
    .insertInto('sign_in_steps')
    .values({
      ...{ token_hash: sha256(token), purpose, user_id: userId ?? null },
      ...{ session_id: sessionId ?? null, challenge: challenge ?? null },
    })
    .execute();
  return token;
}

/**
 * Counts an attempt of a second step, in one statement.
 * @returns the user, or undefined when the step has expired or is used up
 */
export async function countStepAttempt(db: Kysely<Database>, token: string): Promise<string | undefined> {
  const step = await db
    .updateTable('sign_in_steps')
    .set({ attempts: sql`attempts + 1` })
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'second step')
    .where('attempts', '<', ATTEMPTS_PER_STEP)
    .where(isFresh)
    .returning('user_id')
    .executeTakeFirst();
  return step?.user_id ?? undefined;
}

/** Returns the user of a second step that has not expired, or undefined. */
export async function userOfStep(db: Kysely<Database>, token: string): Promise<string | undefined> {
  const step = await db
    .selectFrom('sign_in_steps')
    .select('user_id')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', 'second step')
    .where(isFresh)
    .executeTakeFirst();
  return step?.user_id ?? undefined;
}

/** Uses up a step. @returns undefined when it has expired or was used before */
export function redeemStep(db: Kysely<Database> | Transaction<Database>, purpose: StepPurpose, token: string) {
  return db
    .deleteFrom('sign_in_steps')
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .where(isFresh)
    .returning(['user_id as userId', 'session_id as sessionId', 'challenge'])
    .executeTakeFirst();
}

async function deleteOldSteps(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from sign_in_steps where token_hash in (
      select token_hash from sign_in_steps where not (${isFresh}) for update skip locked)`.execute(db);
}
