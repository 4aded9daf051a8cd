import { createHmac } from 'node:crypto';

/**
 * Returns the key that documents of staff have on a device (decision 051). Only who knows the device's token, which no script can
 * read, can derive it.
 * @param deviceToken the value of the device cookie
 */
export const documentKeyOf = (deviceToken: string): string =>
  createHmac('sha256', deviceToken).update('godhuli document of staff').digest('base64url');
