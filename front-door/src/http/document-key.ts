import { DOCUMENT_KEY, SESSION_COOKIE, SESSION_TOKEN } from '@godhuli/contracts/document-key';
import { type Mount, SESSION_ZONES } from '@godhuli/contracts/page';
import { documentKeyOf } from '@godhuli/server/document-key';
import { isHttpsRequest } from '@godhuli/server/is-https-request';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

/** Whether the documents of a mount may use the session (decision 051). Each is for one browser and must not be stored. */
export const usesSession = ({ zone }: Pick<Mount, 'zone'>): boolean => SESSION_ZONES.includes(zone);

/**
 * Adds the key of the browser's session to a document of staff. Only a document that the browser shows in a window of its own gets it: a script that
 * fetches the document, or frames it, could read it. Without a session the response to the sign-in brings the key.
 */
export function withDocumentKey(c: Context, html: string): string {
  const session = isHttpsRequest(c.req.raw) ? getCookie(c, SESSION_COOKIE, 'host') : getCookie(c, SESSION_COOKIE);
  if (c.req.header('sec-fetch-dest') !== 'document' || !session || !SESSION_TOKEN.test(session)) return html;
  return html.replace('<head>', `<head><meta name="${DOCUMENT_KEY}" content="${documentKeyOf(session)}">`);
}
