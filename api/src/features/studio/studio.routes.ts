import { profileSchema, statSchema, testimonialSchema } from '@godhuli/contracts/studio';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { listStats, listTestimonials, readProfile } from './studio.queries.js';

/** Testimonials, statistics and the profile of the studio. */
export function studioRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  const testimonials = openapi('Studio', 'Returns the testimonials', z.array(testimonialSchema), 200, {
    isConditional: true,
  });
  const stats = openapi('Studio', 'Returns the statistics', z.array(statSchema), 200, { isConditional: true });
  const profile = openapi('Studio', 'Returns the profile of the about section', profileSchema, 200, {
    isConditional: true,
  });
  return new Hono<ApiEnv>()
    .get('/api/testimonials', access('anyone'), testimonials, (c) =>
      cached(c, ['testimonials', 'media'], () => listTestimonials(db)),
    )
    .get('/api/stats', access('anyone'), stats, (c) => cached(c, ['stats'], () => listStats(db)))
    .get('/api/profile', access('anyone'), profile, (c) =>
      cached(c, ['profile', 'timeline', 'media'], () => readProfile(db)),
    );
}
