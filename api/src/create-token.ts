import { randomBytes } from 'node:crypto';

/** Creates a secret token: 32 random bytes in base64url. Only its SHA-256 is stored. */
export const createToken = (): string => randomBytes(32).toString('base64url');
