import type { Context } from 'hono';

/** Whether the browser uses https, directly or to the reverse proxy. */
export const isHttps = ({ req }: Pick<Context, 'req'>): boolean =>
  new URL(req.url).protocol === 'https:' || req.header('x-forwarded-proto') === 'https';
