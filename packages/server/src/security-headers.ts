/** Sent with every response: no sniffing of content types, only the origin as the referrer of other sites. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** Sent over https: browsers use only https for this host from then on, for a year. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/**
 * Sent with files that somebody else has made: releases and photos. A file that is opened as a document of its own, like an
 * SVG or a PDF, runs no script and has an opaque origin. As a script, style, font or image it follows the policy of the page.
 */
export const SANDBOXED_FILE_HEADERS: Readonly<Record<string, string>> = {
  ...COMMON_HEADERS,
  'content-security-policy': "default-src 'none'; sandbox",
};
