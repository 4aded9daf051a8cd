import { createHash } from 'node:crypto';

/** Returns the Subresource Integrity of bytes: `sha384-…`. */
export const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
