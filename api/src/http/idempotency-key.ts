import type { Context } from 'hono';
import { z } from 'zod';
import { BadInput } from './errors.js';

const keySchema = z.string().min(8).max(200).nullable();

/** Returns the Idempotency-Key of a request, or null. @throws BadInput when it is too short or too long */
export function idempotencyKey(c: Context): string | null {
  const key = keySchema.safeParse(c.req.header('idempotency-key') ?? null);
  if (!key.success) throw new BadInput([{ field: 'Idempotency-Key', message: 'Send 8 to 200 characters.' }]);
  return key.data;
}
