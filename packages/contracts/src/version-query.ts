import { z } from 'zod';

/** `?version=` of a deletion: the version that was read. If it is not the stored one, the response is 409. */
export const versionQuerySchema = z.strictObject({
  version: z.coerce.number('Please enter a version.').int('Please enter a version.'),
});

/** The same where a deletion without a version is accepted. */
export const optionalVersionQuerySchema = versionQuerySchema.partial();
