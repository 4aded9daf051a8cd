import { idempotencyKeySchema } from '@godhuli/contracts/idempotency-key';
import type { Context } from 'hono';
import { BadInput } from './errors.js';

/** Returns the Idempotency-Key of a request, or null. @throws BadInput when it is none */
export function idempotencyKey(c: Context): string | null {
  const key = idempotencyKeySchema.nullable().safeParse(c.req.header('idempotency-key') ?? null);
  if (key.success) return key.data;
  throw new BadInput(key.error.issues.map(({ message }) => ({ field: 'Idempotency-Key', message })));
}
