import { z } from 'zod';
import { mediaIdSchema } from './media.js';

/**
 * `GET /api/admin/media/encoding`: how far the background encoding of the photos is. `waiting`: no process works on it at the
 * moment. `off`: the operator has turned it off in this process, and no other one works on it.
 */
export const photoEncodingSchema = z.object({
  state: z.enum(['done', 'running', 'waiting', 'paused', 'off']),
  /** photos */
  total: z.number().int(),
  /** photos whose files all exist */
  done: z.number().int(),
  failed: z.number().int(),
  /** the latest failures, at most 20 */
  failures: z.array(z.object({ id: mediaIdSchema, message: z.string(), failedAt: z.iso.datetime() })),
});
export type PhotoEncoding = z.infer<typeof photoEncodingSchema>;

/** `POST /api/admin/media/encoding`. `retry` tries the photos again that failed. The response is `photoEncodingSchema`. */
export const photoEncodingActionSchema = z.strictObject({
  action: z.enum(['pause', 'resume', 'retry'], 'Please choose pause, resume or retry.'),
});
