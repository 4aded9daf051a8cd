import { z } from 'zod';

/** The header `Idempotency-Key`: a retry with the same key adds nothing. */
export const idempotencyKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]{8,200}$/, 'Please use 8 to 200 printable ASCII characters without spaces.');
