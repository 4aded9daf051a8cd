import type { Context } from 'hono';

/** Whether the browser came by https, here or at the proxy in front. */
export const isHttps = (c: Context): boolean =>
  new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
