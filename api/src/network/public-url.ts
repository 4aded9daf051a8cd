import { lookup as lookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { BadInput, DomainError } from '../http/errors.js';
import { isPublicIp } from './public-ip.js';

/**
 * Reads a URL of another site and returns the status of its response, with the protection of {@link getUrl}. The body is read up to
 * `maxBytes` and ignored.
 * @throws BadInput when the site cannot be reached, is not public, or `signal` ends the request
 */
export async function fetchPublicUrl(
  source: string,
  { accept, signal, maxBytes }: { accept: string; signal: AbortSignal; maxBytes: number },
): Promise<number> {
  try {
    const response = await getUrl(parseUrl(source), isPublicIp, signal, accept);
    let bytes = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
    }
    return response.statusCode ?? 0;
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw badUrl('We could not reach this web address.');
  }
}

export const badUrl = (message: string) => new BadInput([{ field: 'url', message }], message);

/** @throws BadInput when it is no URL of a website, or contains a password */
export function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw badUrl('Please enter a web address that begins with https://.');
  }
  if (url.username || url.password) throw badUrl('Please enter a web address without a user name and password.');
  return url;
}

const notPublic = () => badUrl('This web address is not public.');

/**
 * Requests a URL of another site. Connects to the IP that was checked, without a second lookup (DNS rebinding). Sends no
 * cookies, credentials or body, and follows no redirect.
 * @throws BadInput when an IP of the site is not allowed
 */
export async function getUrl(
  url: URL,
  isAllowed: (ip: string) => boolean,
  signal: AbortSignal,
  accept: string,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // There is no lookup for an IP in the URL, so it is checked here.
  if (isIP(host) && !isAllowed(host)) throw notPublic();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { accept, 'user-agent': 'studio-media/1.0' };
    send(url, { agent: false, headers, lookup: checkedLookup(isAllowed), signal })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** Returns a lookup that refuses a host name if any of its IPs is not allowed. */
export function checkedLookup(isAllowed: (ip: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookupAddress(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      if (!addresses.every(({ address }) => isAllowed(address))) return callback(notPublic(), []);
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}
