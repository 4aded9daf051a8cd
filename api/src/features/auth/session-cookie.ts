import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import type { ApiEnv } from '../../http/api-env.js';
import { isHttps } from '../../http/is-https.js';
import { DEVICE_DAYS } from './known-devices.js';
import { ABSOLUTE_HOURS } from './sessions.queries.js';

const SESSION = 'godhuli_session';
const DEVICE = 'godhuli_device';
/** 32 random bytes in base64url */
const TOKEN = /^[\w-]{43}$/;

/** On https the name begins with `__Host-`, so no other host of the domain can plant a token (RFC 6265bis, 4.1.3.2). */
const attributes = (c: Context<ApiEnv>): CookieOptions => {
  const always = { path: '/', httpOnly: true, sameSite: 'Strict' } as const;
  return isHttps(c) ? { ...always, secure: true, prefix: 'host' } : always;
};

function readToken(c: Context<ApiEnv>, name: string): string | undefined {
  const token = isHttps(c) ? getCookie(c, name, 'host') : getCookie(c, name);
  return token && TOKEN.test(token) ? token : undefined;
}

/** The session token that a request carries, or undefined. */
export const readSessionCookie = (c: Context<ApiEnv>): string | undefined => readToken(c, SESSION);

/** The token of a device that has signed in before, or undefined. */
export const readDeviceCookie = (c: Context<ApiEnv>): string | undefined => readToken(c, DEVICE);

/** Hands the session to the browser: out of reach of scripts and of other sites' requests. */
export function writeSessionCookie(c: Context<ApiEnv>, token: string): void {
  setCookie(c, SESSION, token, { ...attributes(c), maxAge: ABSOLUTE_HOURS * 3600 });
}

/** Lets the browser be recognised at its next sign-in; as protected as a session, and no session. */
export function writeDeviceCookie(c: Context<ApiEnv>, token: string): void {
  setCookie(c, DEVICE, token, { ...attributes(c), maxAge: DEVICE_DAYS * 86_400 });
}

/** Ends the browser's session; the device stays known. */
export function clearSessionCookie(c: Context<ApiEnv>): void {
  deleteCookie(c, SESSION, attributes(c));
}
