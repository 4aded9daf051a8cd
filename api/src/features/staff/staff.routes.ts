import { blogListSchema, staffUserSchema, videoListSchema } from '@godhuli/contracts/auth';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { describe } from '../../http/describe.js';
import { listStaffUsers, listTitles } from './staff.queries.js';

/** What the portal counts and lists beside the gallery and the inquiries. */
export function staffRoutes({ db }: ApiDependencies) {
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/users',
      access('users.manage'),
      describe('Staff', 'Returns the staff users', z.array(staffUserSchema)),
      async (c) => c.json(await listStaffUsers(db)),
    )
    .get(
      '/api/admin/blog',
      access('blog.read'),
      describe('Staff', 'Returns the blog posts', blogListSchema),
      async (c) => c.json({ blogs: await listTitles(db, 'blogs') }),
    )
    .get(
      '/api/admin/videos',
      access('videos.read'),
      describe('Staff', 'Returns the videos', videoListSchema),
      async (c) => c.json({ videos: await listTitles(db, 'videos') }),
    );
}
