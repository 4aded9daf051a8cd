import type { Context } from 'hono';

/** Whether the browser uses https, directly or to the reverse proxy. */
export const isHttps = (c: Context): boolean =>
  new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
