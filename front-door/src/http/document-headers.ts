import { createHash } from 'node:crypto';
import { DOCUMENT_MAX_AGE_SECONDS } from '@godhuli/contracts/page';
import { COMMON_HEADERS } from '@godhuli/server/security-headers';

const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';
/**
 * Only the portal signs in: no other response of this origin may ask for a passkey of staff, as /robots.txt in a window (decision 051).
 * Windows without a response can (decision 053).
 */
export const NO_PASSKEYS = 'publickey-credentials-get=(), publickey-credentials-create=()';

/**
 * Of a document that may use the session, besides those of every document. A page cannot read a window with it that it opens, unless it has
 * the same header: no other document has it (decisions 018 and 051).
 */
export const SESSION_DOCUMENT = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
} as const;

/**
 * Keeps path, query and hash of a document from other pages of this site, which could read them as the referrer and, with most other policies, in the
 * history of the tab. With `no-referrer` a posted form would have no `Origin` (decision 055).
 */
export const HIDDEN_URL = { 'referrer-policy': 'origin' } as const;

/** Of a document for one browser: neither a cache nor another page of this site may keep it. */
export const NOT_STORED = { 'cache-control': 'private, no-store' } as const;

/**
 * Returns what the response 'Not Modified' to a document that asks whether it is current (`DOCUMENT_CHECK`) has of its own: the
 * browser may show it for a time without asking, because its script asks again each time. Only this browser: shared caches ask. And only
 * with the same cookies: staff who begin a preview get it at once (decision 036).
 */
export const checkedHeaders = (vary?: string | null): Record<string, string> => ({
  'cache-control': `private, max-age=${DOCUMENT_MAX_AGE_SECONDS}`,
  vary: vary ? `${vary}, cookie` : 'cookie',
});

/**
 * Returns the headers of every document. The one inline script is allowed by its hash instead of a nonce: documents are cached
 * and revalidated with 304, and a nonce that is sent twice protects nothing. Emotion writes style elements at run time,
 * hence 'unsafe-inline' for styles only.
 * @param inlineScript the exact text of the inline script
 * @param apiOrigin of an API on another origin, which the remotes were built for
 * @param developmentOrigin of a development server on the reader's own machine, only for a preview's document
 */
export function documentHeaders(
  inlineScript: string,
  developmentOrigin?: string,
  apiOrigin?: string,
): Record<string, string> {
  const alsoFrom = developmentOrigin === undefined ? '' : ` ${developmentOrigin}`;
  const alsoTo = developmentOrigin === undefined ? '' : `${alsoFrom}${alsoFrom.replace('http', 'ws')}`;
  const digest = createHash('sha256').update(inlineScript).digest('base64');
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'sha256-${digest}'${alsoFrom}`,
    `style-src 'self' 'unsafe-inline'${alsoFrom}`,
    `img-src 'self' data: blob:${alsoFrom}`,
    `font-src 'self'${alsoFrom}`,
    `connect-src 'self'${apiOrigin === undefined ? '' : ` ${apiOrigin}`}${alsoTo}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {
    ...COMMON_HEADERS,
    'content-security-policy': policy,
    'permissions-policy': `${PERMISSIONS}, ${NO_PASSKEYS}`,
    'x-frame-options': 'DENY',
  };
}

const FILM_PLAYERS = 'https://www.youtube-nocookie.com https://player.vimeo.com';

/** Lets a document with films frame the players of YouTube (without cookies) and Vimeo. No other document may frame anything. */
export function withFilmPlayers(
  headers: Readonly<Record<string, string>>,
  hasFilms: boolean,
): Readonly<Record<string, string>> {
  const policy = headers['content-security-policy'];
  if (!hasFilms || policy === undefined) return headers;
  return { ...headers, 'content-security-policy': `${policy}; frame-src ${FILM_PLAYERS}` };
}
