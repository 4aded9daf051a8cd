import { createHash } from 'node:crypto';

/** Sent with everything: no guessing of types, no referrer to other sites beyond the origin. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/**
 * Sent with the files of releases. One that is opened by itself, like an SVG or a PDF, runs nothing and belongs to no
 * origin. A page that uses it as a script, style, font or image goes by its own policy.
 */
export const RELEASE_FILE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': "default-src 'none'; sandbox",
};

/**
 * The headers of every document. The one inline script is allowed by its digest instead of a nonce: documents are cached
 * and answered with 304, and a nonce that is sent twice protects nothing. Emotion writes style elements at run time,
 * hence 'unsafe-inline' for styles alone.
 * @param inlineScript the exact text of the inline script
 * @param apiOrigin of an API on another origin, which the remotes were built for
 * @param developmentOrigin of a development server on the reader's own machine, for a preview's document alone
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
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}
