import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { ApiEnv } from '../../http/api-env.js';
import { isHttps } from '../../http/is-https.js';
import { ABSOLUTE_HOURS } from './sessions.queries.js';

const NAME = 'godhuli_session';
/** 32 random bytes in base64url */
const TOKEN = /^[\w-]{43}$/;

/** On https the name begins with `__Host-`, so no other host of the domain can plant a session (RFC 6265bis, 4.1.3.2). */
const attributes = (c: Context<ApiEnv>): CookieOptions => {
  const always = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  return isHttps(c) ? { ...always, secure: true, prefix: 'host' } : always;
};

/** The session token that a request carries, or undefined. */
export function readSessionCookie(c: Context<ApiEnv>): string | undefined {
  const token = isHttps(c) ? getCookie(c, NAME, 'host') : getCookie(c, NAME);
  return token && TOKEN.test(token) ? token : undefined;
}

/** Hands the session to the browser: out of reach of scripts and of other sites' requests. */
export function writeSessionCookie(c: Context<ApiEnv>, token: string): void {
  setCookie(c, NAME, token, { ...attributes(c), maxAge: ABSOLUTE_HOURS * 3600 });
}

export function clearSessionCookie(c: Context<ApiEnv>): void {
  deleteCookie(c, NAME, attributes(c));
}
