import { DOCUMENT_KEY } from '@godhuli/contracts/document-key';
import { documentKeyOf } from '@godhuli/server/document-key';
import { timingSafeEqualText } from '@godhuli/server/timing-safe-equal';
import type { Context } from 'hono';
import type { ApiEnv } from '../../http/api-env.js';

const READS = new Set(['GET', 'HEAD']);
/** What a page shows without letting its scripts read it. They learn its size, which says nothing of a photo or film. */
const SHOWN = new Set(['image', 'video', 'audio']);
/** Where a link leads: a window of its own, or a download. Frames are other destinations, and a page may read its frames. */
const FOLLOWED = new Set(['document', 'empty']);

/** The documentation of the API is a document of its own, without a key, and says nothing of the studio. */
const DOCUMENTATION = /^\/api\/(docs(\/|$)|openapi\.json$)/;

/** Returns whether a page of this site made the request, or may have: only browsers send the header, and no script can omit it. */
function isOfPageHere(c: Context<ApiEnv>): boolean {
  // Programs on Node say their mode, but not their site.
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const isAllowedOther = site !== 'same-origin' && origin !== undefined && c.var.isAllowedOrigin(origin);
  return site !== undefined && !isAllowedOther;
}

/**
 * Returns whether a request must show the key of a document of staff: every request that a script of a browser can make, or read, or whose size
 * it learns (Fetch Metadata Request Headers, which no script can set). Links need none, nor do photos and films. Neither does a page of an allowed
 * other origin, which got no key, nor a client that is no browser.
 */
export function needsDocumentKey(c: Context<ApiEnv>): boolean {
  if (!isOfPageHere(c)) return false;
  const mode = c.req.header('sec-fetch-mode');
  const destination = c.req.header('sec-fetch-dest') ?? 'empty';
  if (!READS.has(c.req.method)) return true;
  if (DOCUMENTATION.test(c.req.path)) return false;
  if (mode === 'navigate') return !FOLLOWED.has(destination);
  return !(SHOWN.has(destination) && c.req.path.startsWith('/media/'));
}

/** Returns whether the request shows the key of a session. @param token of the session */
export function hasDocumentKey(c: Context<ApiEnv>, token: string): boolean {
  const key = c.req.header(DOCUMENT_KEY);
  return key !== undefined && timingSafeEqualText(key, documentKeyOf(token));
}

/**
 * Returns whether a request is use of the portal, which keeps its session alive. A page of another remote can load photos, downloads and previews
 * (for which the front door asks), and ask for a confirmation, as often as it likes.
 * @param token of the session
 */
export const isUseOfPortal = (c: Context<ApiEnv>, token: string): boolean =>
  hasDocumentKey(c, token) || (!isOfPageHere(c) && c.req.path !== '/api/preview');
