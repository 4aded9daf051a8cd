/**
 * The request header in which a document of staff shows its key, the `<meta>` that the document has it in, and the response header with
 * a new one. The session cookie alone does not let a script of a browser act as staff (decision 051).
 */
export const DOCUMENT_KEY = 'document-key';

/** `code` of the problem when a session is valid, but the key of the document is not the one of this session. */
export const DOCUMENT_OUTDATED = 'document-outdated';

/** The cookie of a session; on https its name begins with `__Host-`. Documents of staff get their key from it. */
export const SESSION_COOKIE = 'godhuli_session';

/** The token in `SESSION_COOKIE`: 32 random bytes in base64url. */
export const SESSION_TOKEN = /^[\w-]{43}$/;
