import { videoListSchema } from '@godhuli/contracts/films';
import { blogListSchema } from '@godhuli/contracts/posts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call';

/** How many blog posts there are. */
export const blogPostCount = queryOptions({
  queryKey: ['blog-posts', 'count'],
  queryFn: async ({ signal }) =>
    (await call(blogListSchema, '/api/admin/blog', { signal, credentials: 'include' })).blogs.length,
});

/** How many videos there are, and how many of the published ones cannot be played any more. */
export const videoCounts = queryOptions({
  queryKey: ['videos', 'count'],
  queryFn: async ({ signal }) => {
    const { total, dead } = await call(videoListSchema, '/api/admin/videos', {
      ...{ signal, credentials: 'include' },
    });
    return { total, dead };
  },
});
