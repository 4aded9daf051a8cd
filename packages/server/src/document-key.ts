import { createHmac } from 'node:crypto';

/**
 * Returns the key that documents of staff have in a session (decision 051). Only who knows the session's token, which no script can
 * read, can derive it.
 * @param sessionToken the value of the session cookie
 */
export const documentKeyOf = (sessionToken: string): string =>
  createHmac('sha256', sessionToken).update('godhuli document of staff').digest('base64url');
