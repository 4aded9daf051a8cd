import type { AccountNotice } from '@godhuli/contracts/account';
import type { SessionUser } from '@godhuli/contracts/auth';
import type { PasskeySignIn, SecondStep } from '@godhuli/contracts/second-factor';
import { networkOf } from '@godhuli/server/network';
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../db/database.js';
import { BadInput, NotSignedIn, TooManyAttempts } from '../../http/errors.js';
import { recordSignIn } from '../audit/index.js';
import { isKnownDevice } from './known-devices.js';
import { countLoginAttempt, countNetworkAttempt, countRefusedCode } from './login-limits.js';
import { addNotice } from './notices.queries.js';
import { credentialsOf } from './passkeys.queries.js';
import type { PasskeySite } from './passkeys.service.js';
import { countRecoveryCodes, redeemRecoveryCode } from './recovery-codes.js';
import { lockForSignIn, type OpenedSession, openSession, type SignInOrigin } from './sessions.queries.js';
import { countStepAttempt, redeemStep, startStep, userOfStep } from './sign-in-steps.queries.js';
import { redeemTotpCode } from './totp.js';

type SignedIn = OpenedSession & { user: SessionUser; userId: string };

const expired = () => new NotSignedIn('This sign-in has expired. Please enter your password again.');
const wrongCode = () => new BadInput([{ field: 'code', message: 'Wrong code.' }], 'Wrong code.');

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code. Attempts are limited by sign-in, account and
 * network. The owner is notified of refused ones, however many sign-ins they are spread over: somebody knows the password.
 * @param token of the first step
 * @throws NotSignedIn when the sign-in has expired or is used up; BadInput for a wrong code; TooManyAttempts
 */
export async function takeSecondStep(
  db: Kysely<Database>,
  { method, code }: SecondStep,
  token: string | undefined,
  from: SignInOrigin,
): Promise<SignedIn> {
  const userId = token === undefined ? undefined : await countStepAttempt(db, token);
  if (userId === undefined || token === undefined) throw expired();
  const owner = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
  const forgetAttempt = await countLoginAttempt(db, { ...from, email: owner.email, secret: 'code' }).catch(
    async (error: unknown) => {
      if (error instanceof TooManyAttempts) await noticeRefusedCode(db, userId, from);
      throw error;
    },
  );
  const signedIn = await db.transaction().execute(async (transaction) => {
    const user = await lockForSignIn(transaction, userId);
    if (!user) throw expired();
    const isCorrect =
      method === 'app'
        ? await redeemTotpCode(transaction, user.id, code, { isConfirmed: true })
        : await redeemRecoveryCode(transaction, user.id, code);
    if (!isCorrect) return null;
    if (!(await redeemStep(transaction, 'second step', token))) throw expired();
    if (method === 'recovery-code') {
      const codesLeft = await countRecoveryCodes(transaction, user.id);
      await notify(transaction, user.id, 'recovery-code-used', from, { codesLeft });
    }
    return complete(transaction, user, from);
  });
  if (!signedIn) {
    await recordSignIn(db, 'auth.code-refused', owner, from.ip);
    await noticeRefusedCode(db, userId, from);
    throw wrongCode();
  }
  await forgetAttempt();
  return signedIn;
}

async function noticeRefusedCode(db: Kysely<Database>, userId: string, from: SignInOrigin): Promise<void> {
  if (!(await countRefusedCode(db, userId))) return;
  await db.transaction().execute((transaction) => notify(transaction, userId, 'wrong-codes', from));
}

async function complete(
  transaction: Transaction<Database>,
  user: NonNullable<Awaited<ReturnType<typeof lockForSignIn>>>,
  from: SignInOrigin,
): Promise<SignedIn> {
  const session = await openSession(transaction, user, from);
  return { ...session, userId: user.id, user: { name: user.name, role: user.role } };
}

const notify = (
  transaction: Transaction<Database>,
  userId: string,
  kind: 'recovery-code-used' | 'wrong-codes',
  { ip, device }: SignInOrigin,
  details?: AccountNotice['details'],
) => addNotice(transaction, userId, { kind, device, network: networkOf(ip), details });

/**
 * Starts a sign-in with a passkey, alone or as the second step; its challenge works once.
 * @param stepToken of the first step, if the password was entered
 * @throws TooManyAttempts
 */
export async function startPasskeySignIn(
  db: Kysely<Database>,
  { rpId }: PasskeySite,
  stepToken: string | undefined,
  ip: string,
) {
  await countNetworkAttempt(db, ip);
  const userId = stepToken === undefined ? undefined : await userOfStep(db, stepToken);
  const allowCredentials = userId === undefined ? [] : await credentialsOf(db, userId);
  const options = await generateAuthenticationOptions({ rpID: rpId, userVerification: 'required', allowCredentials });
  const challenge = { challenge: options.challenge, ...(userId !== undefined && { userId }) };
  return { options, token: await startStep(db, 'passkey sign-in', challenge) };
}

/**
 * Signs in with a passkey. It proves possession and, by PIN or fingerprint, the person: no password is needed on a device on which the
 * user has entered it before. Anywhere else the signature may have been made for a script of this site and sent to a stranger (decision 053).
 * @throws NotSignedIn when the passkey is unknown, its signature, challenge, site or counter is wrong, or the password is needed; TooManyAttempts
 */
export async function signInWithPasskey(
  db: Kysely<Database>,
  { response }: PasskeySignIn,
  { rpId, origin }: PasskeySite,
  token: string | undefined,
  from: SignInOrigin,
): Promise<SignedIn> {
  const forgetAttempt = await countNetworkAttempt(db, from.ip);
  const step = token === undefined ? undefined : await redeemStep(db, 'passkey sign-in', token);
  if (!step?.challenge) throw new NotSignedIn('This took too long. Please try again.');
  const { challenge, userId } = step;
  const signedIn = await db.transaction().execute(async (transaction) => {
    const passkey = await transaction
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', response.id)
      .executeTakeFirst();
    if (!passkey || (userId !== null && userId !== passkey.user_id)) return null;
    const user = await lockForSignIn(transaction, passkey.user_id);
    const handle = response.response.userHandle;
    const isOwner = handle === undefined || Buffer.from(handle, 'base64url').toString() === user?.passkey_handle;
    if (!user || !isOwner) return null;
    const stored = await transaction
      .selectFrom('passkeys')
      .select('counter')
      .where('id', '=', passkey.id)
      .forUpdate()
      .executeTakeFirst();
    const verified =
      stored &&
      (await verifyAuthenticationResponse({
        response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        credential: {
          id: passkey.credential_id,
          publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
          counter: Number(stored.counter),
        },
      }).catch(() => null));
    if (!verified?.verified) return null;
    const { deviceToken } = from;
    const isKnown = deviceToken !== undefined && (await isKnownDevice(transaction, user.email, deviceToken));
    if (userId === null && !isKnown) return { strangerOf: user };
    await transaction
      .updateTable('passkeys')
      .set({ counter: verified.authenticationInfo.newCounter, last_used_at: sql<Date>`now()` })
      .where('id', '=', passkey.id)
      .execute();
    return complete(transaction, user, from);
  });
  if (!signedIn) {
    await recordSignIn(db, 'auth.code-refused', undefined, from.ip);
    throw new NotSignedIn('This passkey does not work here. Use your password, or another passkey.');
  }
  if ('strangerOf' in signedIn) {
    await recordSignIn(db, 'auth.code-refused', signedIn.strangerOf, from.ip);
    throw new NotSignedIn('Enter your password first on this device. After that, the passkey alone is enough.');
  }
  await forgetAttempt();
  return signedIn;
}
