/**
 * The request header in which a document of staff shows its key, the `<meta>` that the document has it in, and the response header with
 * a new one. The session alone does not let a script of a browser act as staff (decision 051).
 */
export const DOCUMENT_KEY = 'document-key';

/** The cookie of a browser that has signed in before; on https its name begins with `__Host-`. Documents of staff get their key from it. */
export const DEVICE_COOKIE = 'godhuli_device';

/** The token in `DEVICE_COOKIE`: 32 random bytes in base64url. */
export const DEVICE_TOKEN = /^[\w-]{43}$/;
