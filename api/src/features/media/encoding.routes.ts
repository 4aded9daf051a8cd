import { photoEncodingActionSchema, photoEncodingSchema } from '@godhuli/contracts/photo-encoding';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.js';
import { isLeaseHeld } from '../../db/leases.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { validate } from '../../http/validate.js';
import { audited } from '../audit/index.js';
import { type BackgroundEncoding, ENCODING_LEASE } from './background-encoding.js';
import { clearFailures, countEncodings, isPaused, latestFailures, setPaused } from './encoding.queries.js';

const SHOWN_FAILURES = 20;

interface EncodingDependencies {
  db: Kysely<Database>;
  /** the background encoding of this process */
  encoding?: Pick<BackgroundEncoding, 'wakeNow' | 'isOff'>;
}

/** `GET` and `POST /api/admin/media/encoding`: progress of the background encoding; pause, resume and retry. */
export function encodingRoutes({ db, encoding }: EncodingDependencies): Hono<ApiEnv> {
  const progress = async () => {
    const counts = await countEncodings(db);
    const failures = await latestFailures(db, SHOWN_FAILURES);
    const state = await stateOf(counts.total - counts.done - counts.failed);
    return photoEncodingSchema.parse({ ...counts, failures, state });
  };
  const stateOf = async (left: number) => {
    if (await isPaused(db)) return 'paused';
    if (left === 0) return 'done';
    if (await isLeaseHeld(db, ENCODING_LEASE)) return 'running';
    return encoding?.isOff ? 'off' : 'waiting';
  };
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/media/encoding',
      access('settings.manage'),
      openapi('Media', 'Returns the progress of the background encoding', photoEncodingSchema),
      async (c) => c.json(await progress()),
    )
    .post(
      '/api/admin/media/encoding',
      access('settings.manage'),
      openapi('Media', 'Pauses, resumes or retries the background encoding', photoEncodingSchema, 200, {
        problems: [400, 413, 415, 422],
      }),
      validate('json', photoEncodingActionSchema),
      async (c) => {
        const { action } = c.req.valid('json');
        await audited(db, actorOf(c), `media.encoding-${action}`, async (transaction) => {
          if (action === 'retry') await clearFailures(transaction);
          else await setPaused(transaction, action === 'pause');
          return { entityId: 'encoding', before: null, after: { action }, result: undefined };
        });
        encoding?.wakeNow();
        return c.json(await progress());
      },
    );
}
