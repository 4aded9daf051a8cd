import { isHttpsRequest } from '@godhuli/server/is-https-request';
import type { Context } from 'hono';
import type { CookieOptions } from 'hono/utils/cookie';

export const isHttps = (c: Context): boolean => isHttpsRequest(c.req.raw);

/**
 * Returns the attributes of our cookies: not readable by scripts, not sent by other sites. On https the name begins with
 * `__Host-`, so no other host of the domain can plant one (RFC 6265bis, 4.1.3.2).
 */
export function cookieAttributes(c: Context): CookieOptions {
  const always = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  return isHttps(c) ? { ...always, secure: true, prefix: 'host' } : always;
}
