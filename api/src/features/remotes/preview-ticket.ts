import { developmentOriginSchema, PREVIEW_COOKIE } from '@godhuli/contracts/preview';
import { releaseVersionSchema, remoteNameSchema } from '@godhuli/contracts/releases';
import type { Context } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import { z } from 'zod';
import type { ApiEnv } from '../../http/api-env.js';
import { cookieAttributes, isHttps } from '../../http/cookies.js';

/** A preview ends after this long, however often it is used. */
export const PREVIEW_HOURS = 8;

const ticketSchema = z.strictObject({
  remote: remoteNameSchema,
  version: releaseVersionSchema.optional(),
  dev: developmentOriginSchema.optional(),
  /** ms since 1970 */
  since: z.number().int(),
  /** the only session that it is valid for */
  session: z.string(),
});
/** The content of the signed cookie. */
export type PreviewTicket = z.infer<typeof ticketSchema>;

export async function writePreviewTicket(c: Context<ApiEnv>, key: string, ticket: PreviewTicket): Promise<void> {
  const options = { ...cookieAttributes(c), maxAge: PREVIEW_HOURS * 3600 };
  await setSignedCookie(c, PREVIEW_COOKIE, JSON.stringify(ticket), key, options);
}

/** Returns the ticket of a request; null when there is none, or its signature (HMAC-SHA256) is not valid. */
export async function readPreviewTicket(c: Context<ApiEnv>, key: string): Promise<PreviewTicket | null> {
  const text = await (isHttps(c)
    ? getSignedCookie(c, key, PREVIEW_COOKIE, 'host')
    : getSignedCookie(c, key, PREVIEW_COOKIE));
  return text ? (ticketSchema.safeParse(JSON.parse(text)).data ?? null) : null;
}
