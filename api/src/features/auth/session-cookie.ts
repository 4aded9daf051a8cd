import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ApiEnv } from '../../http/api-env.js';
import { ABSOLUTE_HOURS } from './sessions.queries.js';

const NAME = 'godhuli_session';
/** 32 random bytes in base64url */
const TOKEN = /^[\w-]{43}$/;

const attributes = (c: Context<ApiEnv>) =>
  ({ path: '/', httpOnly: true, sameSite: 'Strict', secure: isHttps(c) }) as const;

/** The session token that a request carries, or undefined. */
export function readSessionCookie(c: Context<ApiEnv>): string | undefined {
  const token = getCookie(c, NAME);
  return token && TOKEN.test(token) ? token : undefined;
}

/** Hands the session to the browser: out of reach of scripts and of other sites' requests. */
export function writeSessionCookie(c: Context<ApiEnv>, token: string): void {
  setCookie(c, NAME, token, { ...attributes(c), maxAge: ABSOLUTE_HOURS * 3600 });
}

export function clearSessionCookie(c: Context<ApiEnv>): void {
  deleteCookie(c, NAME, attributes(c));
}

const isHttps = (c: Context<ApiEnv>) =>
  new URL(c.req.url).protocol === 'https:' || c.req.header('x-forwarded-proto') === 'https';
