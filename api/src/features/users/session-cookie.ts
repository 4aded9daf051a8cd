import { DOCUMENT_KEY, SESSION_COOKIE, SESSION_TOKEN } from '@godhuli/contracts/document-key';
import { documentKeyOf } from '@godhuli/server/document-key';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ApiEnv } from '../../http/api-env.js';
import { cookieAttributes, isHttps } from '../../http/cookies.js';
import { DEVICE_DAYS } from './known-devices.js';
import { MAX_SESSION_HOURS } from './sessions.queries.js';
import { STEP_MINUTES } from './sign-in-steps.queries.js';

const DEVICE = 'godhuli_device';
/** What a sign-in or registration in progress is known by. */
const STEPS = { password: 'godhuli_signing_in', passkey: 'godhuli_passkey' } as const;
type Step = keyof typeof STEPS;

function readToken(c: Context<ApiEnv>, name: string): string | undefined {
  const token = isHttps(c) ? getCookie(c, name, 'host') : getCookie(c, name);
  return token && SESSION_TOKEN.test(token) ? token : undefined;
}

/** Returns the session token of a request, or undefined. */
export const readSessionCookie = (c: Context<ApiEnv>): string | undefined => readToken(c, SESSION_COOKIE);

/** Returns the token of a device that has signed in before, or undefined. */
export const readDeviceCookie = (c: Context<ApiEnv>): string | undefined => readToken(c, DEVICE);

/** Sets the session cookie, which requests from other sites do not have. */
export function writeSessionCookie(c: Context<ApiEnv>, token: string): void {
  setCookie(c, SESSION_COOKIE, token, { ...cookieAttributes(c), maxAge: MAX_SESSION_HOURS * 3600 });
}

/** Gives the calling document the key of the session (decision 051). */
export function writeDocumentKey(c: Context<ApiEnv>, token: string | undefined): void {
  if (token !== undefined) c.header(DOCUMENT_KEY, documentKeyOf(token));
}

/** Sets the device cookie, which identifies the browser at its next sign-in. It is protected like the session. */
export function writeDeviceCookie(c: Context<ApiEnv>, token: string): void {
  setCookie(c, DEVICE, token, { ...cookieAttributes(c), maxAge: DEVICE_DAYS * 86_400 });
}

/** What the documentation says of responses that set the session cookie. */
export const DOCUMENT_KEY_HEADER = {
  'Document-Key': { description: 'The key of documents of staff in this session (decision 051)', required: false },
};

/** Returns the token of a started step, or undefined. */
export const readStepCookie = (c: Context<ApiEnv>, step: Step): string | undefined => readToken(c, STEPS[step]);

/** Sets the cookie of a started step. It is protected like the session. */
export function writeStepCookie(c: Context<ApiEnv>, step: Step, token: string): void {
  setCookie(c, STEPS[step], token, { ...cookieAttributes(c), maxAge: STEP_MINUTES * 60 });
}

export function clearStepCookie(c: Context<ApiEnv>, step: Step): void {
  deleteCookie(c, STEPS[step], cookieAttributes(c));
}

/** Removes the session cookie; the device stays known. */
export function clearSessionCookie(c: Context<ApiEnv>): void {
  deleteCookie(c, SESSION_COOKIE, cookieAttributes(c));
}
