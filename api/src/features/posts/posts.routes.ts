import { blogListSchema, videoListSchema } from '@godhuli/contracts/posts';
import { Hono } from 'hono';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { listTitles } from './posts.queries.js';

/** Blog posts and videos. */
export function postsRoutes({ db }: Pick<ApiDependencies, 'db'>) {
  return new Hono<ApiEnv>()
    .get(
      '/api/admin/blog',
      access('blog.read'),
      openapi('Staff', 'Returns the blog posts', blogListSchema),
      async (c) => c.json({ blogs: await listTitles(db, 'blogs') }),
    )
    .get(
      '/api/admin/videos',
      access('videos.read'),
      openapi('Staff', 'Returns the videos', videoListSchema),
      async (c) => c.json({ videos: await listTitles(db, 'videos') }),
    );
}
