import { blogListSchema, videoListSchema } from '@godhuli/contracts/auth';
import { call } from './call';

/** How many blog posts there are. */
export async function countBlogPosts(signal: AbortSignal): Promise<number> {
  return (await call(blogListSchema, '/api/admin/blog', { signal, credentials: 'include' })).blogs.length;
}

/** How many videos there are. */
export async function countVideos(signal: AbortSignal): Promise<number> {
  return (await call(videoListSchema, '/api/admin/videos', { signal, credentials: 'include' })).videos.length;
}
