import { profileSchema, statSchema, testimonialSchema } from '@godhuli/contracts/studio';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { describe } from '../../http/describe.js';
import { listStats, listTestimonials, readProfile } from './studio.queries.js';

/** What the page shows of the studio itself. */
export function studioRoutes({ db, cached }: ApiDependencies) {
  const testimonials = describe('Studio', 'Returns the testimonials', z.array(testimonialSchema), 200, {
    isConditional: true,
  });
  const stats = describe('Studio', 'Returns the statistics', z.array(statSchema), 200, { isConditional: true });
  const profile = describe('Studio', 'Returns the profile of the about section', profileSchema, 200, {
    isConditional: true,
  });
  return new Hono<ApiEnv>()
    .get('/api/testimonials', access('anyone'), testimonials, (c) => cached(c, () => listTestimonials(db)))
    .get('/api/stats', access('anyone'), stats, (c) => cached(c, () => listStats(db)))
    .get('/api/profile', access('anyone'), profile, (c) => cached(c, () => readProfile(db)));
}
