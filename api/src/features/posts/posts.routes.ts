import { blogListSchema } from '@godhuli/contracts/posts';
import { Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';

/** Blog posts. */
export function postsRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().get(
    '/api/admin/blog',
    access('blog.read'),
    openapi('Staff', 'Returns the blog posts, newest first', blogListSchema),
    async (c) =>
      c.json({ blogs: await db.selectFrom('blogs').select(['id as _id', 'title']).orderBy('id', 'desc').execute() }),
  );
}
