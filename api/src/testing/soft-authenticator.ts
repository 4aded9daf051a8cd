import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const CREDENTIAL_INCLUDED = 64;

/** CBOR, in its shortest form. */
const bytes = (value: Buffer) => {
  const { length } = value;
  return Buffer.concat([Buffer.from(length < 256 ? [0x58, length] : [0x59, length >> 8, length & 255]), value]);
};
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
const sha256 = (value: Buffer | string) => createHash('sha256').update(value).digest();
const base64url = (value: Buffer) => value.toString('base64url');

interface Signing {
  challenge: string;
  origin: string;
  rpId: string;
  /** the authenticator checked a PIN or a fingerprint */
  isVerified?: boolean;
}

/** An authenticator with one passkey (WebAuthn level 3, ES256), for tests without a browser. */
export function softAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const state = { counter: 0, userHandle: '' };
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
    bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    bytes(Buffer.from(y, 'base64url')),
  ]);
  const authenticatorData = (rpId: string, flags: number, credential = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(state.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential]);
  };
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} };
  return {
    state,
    create: ({ challenge, origin, rpId, isVerified = true }: Signing, userHandle: string) => {
      state.userHandle = userHandle;
      const flags = USER_PRESENT | CREDENTIAL_INCLUDED | (isVerified ? USER_VERIFIED : 0);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])],
        ...[text('authData'), bytes(authenticatorData(rpId, flags, credential))],
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, origin));
      const response = { clientDataJSON, attestationObject: base64url(attestation), transports: ['internal'] };
      return { ...common, response };
    },
    get: ({ challenge, origin, rpId, isVerified = true }: Signing) => {
      state.counter += 1;
      const data = authenticatorData(rpId, USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
      const client = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: state.userHandle,
      };
      return { ...common, response };
    },
  };
}
