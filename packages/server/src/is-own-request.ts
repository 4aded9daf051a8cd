import { hostOfOrigin } from './host-of-origin.js';

/**
 * Returns whether a page of this site sent a request. Browsers send the origin of every unsafe request, and its site wherever they know it;
 * a request without an origin is of no page.
 * @param ownHosts of this site
 */
export function isOwnRequest(headers: Headers, ownHosts: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  return site === 'same-origin' && ownHosts.includes(hostOfOrigin(headers.get('origin') ?? ''));
}
