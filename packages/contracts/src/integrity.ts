import { type BinaryLike, createHash } from 'node:crypto';

/** Returns the Subresource Integrity of bytes, for `release.json` and scripts: `sha384-…` (W3C SRI, 3.1). For Node only. */
export const integrityOf = (bytes: BinaryLike): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
