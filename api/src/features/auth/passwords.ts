import { hash, verify } from '@node-rs/argon2';
import { normalPassword } from './password-rules.js';

/** argon2id at 19 MiB, two passes, one lane: OWASP's first choice, 8 to 31 ms here. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(normalPassword(password), COST);

let nobody: Promise<string> | undefined;

/**
 * Whether the password fits. Without a hash (nobody has that e-mail) the same work is done on a hash of no one, so
 * that time does not tell which e-mails exist.
 */
export async function passwordFits(passwordHash: string | undefined, password: string): Promise<boolean> {
  nobody ??= hashPassword('nobody signs in with this');
  const known = passwordHash ?? (await nobody);
  const normal = normalPassword(password);
  // An older version hashed what was typed as it was.
  const fits = (await verify(known, normal)) || (normal !== password && (await verify(known, password)));
  return passwordHash !== undefined && fits;
}
