import { blogListSchema, videoListSchema } from '@godhuli/contracts/posts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call';

/** How many blog posts there are. */
export const blogPostCount = queryOptions({
  queryKey: ['blog-posts', 'count'],
  queryFn: async ({ signal }) =>
    (await call(blogListSchema, '/api/admin/blog', { signal, credentials: 'include' })).blogs.length,
});

/** How many videos there are. */
export const videoCount = queryOptions({
  queryKey: ['videos', 'count'],
  queryFn: async ({ signal }) =>
    (await call(videoListSchema, '/api/admin/videos', { signal, credentials: 'include' })).videos.length,
});
