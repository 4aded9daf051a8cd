import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from './password-rules.js';

/** argon2id with 19 MiB, two passes and one lane: OWASP's first choice. Takes 8 to 31 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(normalizePassword(password), COST);

let dummyHash: Promise<string> | undefined;

/**
 * Returns whether a password matches a hash. Without a hash (unknown email) it verifies a dummy hash, so that the response
 * time does not reveal which emails exist.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody signs in with this');
  const hashed = passwordHash ?? (await dummyHash);
  const normalized = normalizePassword(password);
  // An older version hashed passwords without normalization.
  const matches = (await verify(hashed, normalized)) || (normalized !== password && (await verify(hashed, password)));
  return passwordHash !== undefined && matches;
}
