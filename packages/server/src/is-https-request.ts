/**
 * Whether the browser uses https, directly or to the reverse proxy, as the request says: for the name of a cookie, which the browser would not
 * send otherwise. `isHttps` of client-ip believes trusted proxies only.
 */
export const isHttpsRequest = ({ url, headers }: Pick<Request, 'url' | 'headers'>): boolean =>
  new URL(url).protocol === 'https:' || headers.get('x-forwarded-proto') === 'https';
