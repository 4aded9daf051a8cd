import { type BinaryLike, createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes or text in hexadecimal. */
export const sha256 = (bytes: BinaryLike): string => createHash('sha256').update(bytes).digest('hex');

/** Returns a short name for the content, for entity tags: 162 bits of its SHA-256 in base64url. */
export const contentTag = (bytes: BinaryLike): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
