import { MAX_PASSKEYS, type NewPasskey, type Passkey } from '@godhuli/contracts/second-factor';
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { isDuplicate } from '../../db/database-errors.js';
import { BadInput, Conflict, NotFound } from '../../http/errors.js';
import { audited, requireActor } from '../audit/index.js';
import { credentialsOf, listPasskeys } from './passkeys.queries.js';
import { secondStepMethods } from './second-factor.queries.js';
import { factorAdded, factorRemoved, type Owner } from './second-factor.service.js';
import { SERIALIZED_WITH_PASSWORD } from './sessions.queries.js';
import { redeemStep, startStep } from './sign-in-steps.queries.js';
import { lockUser } from './users.queries.js';

/** The site that passkeys belong to. A browser never uses them anywhere else. */
export interface PasskeySite {
  /** its host, without a port */
  rpId: string;
  origin: string;
}

/**
 * Starts the registration of a passkey; its challenge works once, in this session.
 * @throws PasswordRequired; Conflict at the limit
 * @returns the options for the browser, and the token that `addPasskey` needs
 */
export async function startPasskey(db: Kysely<Database>, actor: Owner, { rpId }: PasskeySite) {
  return db.transaction().execute(async (transaction) => {
    await requireActor(transaction, actor, true);
    const known = await credentialsOf(transaction, actor.id);
    if (known.length >= MAX_PASSKEYS) throw new Conflict(`You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
    const { passkey_handle } = await transaction
      .selectFrom('users')
      .select('passkey_handle')
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow();
    const options = await generateRegistrationOptions({
      rpName: 'Godhuli',
      rpID: rpId,
      userName: actor.email,
      userDisplayName: actor.name,
      userID: new TextEncoder().encode(passkey_handle),
      attestationType: 'none',
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const owner = { userId: actor.id, sessionId: actor.sessionId, challenge: options.challenge };
    return { options, token: await startStep(transaction, 'new passkey', owner) };
  });
}

/**
 * Adds the passkey that the browser created.
 * @throws BadInput when it does not match the challenge, the site or the user; PasswordRequired
 */
export async function addPasskey(
  db: Kysely<Database>,
  actor: Owner,
  { name, response }: NewPasskey,
  { rpId, origin }: PasskeySite,
  token: string | undefined,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  const step = token === undefined ? undefined : await redeemStep(db, 'new passkey', token);
  if (!step?.challenge || step.userId !== actor.id || step.sessionId !== actor.sessionId) throw refused();
  const verified = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: step.challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (!verified?.verified) throw refused();
  const { credential } = verified.registrationInfo;
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    const isFirst = (await secondStepMethods(transaction, actor.id)) === null;
    const { id } = await transaction
      .insertInto('passkeys')
      .values({
        ...{ user_id: actor.id, name, credential_id: credential.id, counter: credential.counter },
        public_key: Buffer.from(credential.publicKey).toString('base64url'),
        transports: JSON.stringify(credential.transports ?? []),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const passkeys = await listPasskeys(transaction, actor.id);
    if (passkeys.length > MAX_PASSKEYS) throw new Conflict(`You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
    const passkey = passkeys.find((each) => each._id === id) as Passkey;
    const recoveryCodes = await factorAdded(transaction, actor, name, { isFirst });
    return { entityId: actor.id, before: null, after: { factor: name }, result: { passkey, recoveryCodes } };
  };
  try {
    return await audited(db, actor, 'second-factor.add', work, SERIALIZED_WITH_PASSWORD);
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict('This passkey is registered already.');
    throw error;
  }
}

const refused = () => {
  const message = 'This passkey could not be added. Please try again.';
  return new BadInput([{ field: 'response', message }], message);
};

/** @throws NotFound for a passkey of somebody else */
export function renamePasskey(db: Kysely<Database>, actor: Owner, id: string, name: string): Promise<Passkey> {
  const work = async (transaction: Transaction<Database>) => {
    const before = await requirePasskey(transaction, actor.id, id);
    await transaction.updateTable('passkeys').set({ name }).where('id', '=', id).execute();
    const result = { ...before, name };
    return { entityId: actor.id, before: { factor: before.name }, after: { factor: name }, result };
  };
  return audited(db, actor, 'second-factor.rename', work);
}

/** @throws NotFound for a passkey of somebody else; PasswordRequired; Conflict when it is the last required factor */
export function removePasskey(db: Kysely<Database>, actor: Owner, id: string): Promise<void> {
  const work = async (transaction: Transaction<Database>) => {
    await lockUser(transaction, actor.id);
    const { name } = await requirePasskey(transaction, actor.id, id);
    await transaction.deleteFrom('passkeys').where('id', '=', id).execute();
    await factorRemoved(transaction, actor, name);
    return { entityId: actor.id, before: { factor: name }, after: null, result: undefined };
  };
  return audited(db, actor, 'second-factor.remove', work, SERIALIZED_WITH_PASSWORD);
}

async function requirePasskey(transaction: Transaction<Database>, userId: string, id: string): Promise<Passkey> {
  const passkey = (await listPasskeys(transaction, userId)).find((each) => each._id === id);
  if (!passkey) throw new NotFound('Passkey not found.');
  return passkey;
}
