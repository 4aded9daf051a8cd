import { lookup as lookupAddress } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { limitBytes } from '../../chunks.js';
import { BadInput, DomainError } from '../../http/errors.js';
import { isPublicIp } from './public-ip.js';
import { MAX_IMAGE_BYTES, tooLarge } from './receive-upload.js';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

/** Limits of a download. */
export interface FetchLimits {
  /** whether the server may connect to an IP; only public ones unless given */
  isAllowedIp?: (ip: string) => boolean;
  /** for the whole download with redirects; 15 s unless given */
  timeoutMs?: number;
}

/**
 * Downloads an image from another site to `target`, which must not exist; the caller removes it. Connects to the IP that was
 * checked, without a second lookup (DNS rebinding), and checks every redirect again. Sends no cookies, credentials or body.
 * @throws BadInput for field `url`, or TooLarge
 */
export async function fetchImage(source: string, target: string, limits: FetchLimits = {}): Promise<void> {
  const { isAllowedIp = isPublicIp, timeoutMs = TIMEOUT_MS } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = parseUrl(source);
    for (let redirects = 0; ; redirects++) {
      const response = await get(url, isAllowedIp, signal);
      const next = redirectOf(response, url);
      if (!next) return await save(response, target, signal);
      response.destroy();
      if (redirects === MAX_REDIRECTS) throw badUrl('This web address redirects too many times.');
      url = parseUrl(next);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (signal.aborted) throw badUrl('The other website took too long to respond.');
    throw badUrl('We could not reach this web address.');
  }
}

/**
 * Reads a URL of another site and returns the status of its response, with the same protection as {@link fetchImage}. The body
 * is read up to `maxBytes` and ignored.
 * @throws BadInput when the site cannot be reached, is not public, or `signal` ends the request
 */
export async function fetchPublicUrl(
  source: string,
  { accept, signal, maxBytes }: { accept: string; signal: AbortSignal; maxBytes: number },
): Promise<number> {
  try {
    const response = await get(parseUrl(source), isPublicIp, signal, accept);
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

const badUrl = (message: string) => new BadInput([{ field: 'url', message }], message);

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw badUrl('Please enter a web address that begins with https://.');
  }
  if (url.username || url.password) throw badUrl('Please enter a web address without a user name and password.');
  return url;
}

const notPublic = () => badUrl('This web address is not public.');

async function get(
  url: URL,
  isAllowed: (ip: string) => boolean,
  signal: AbortSignal,
  accept = 'image/jpeg, image/png, image/webp',
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

function redirectOf(response: IncomingMessage, from: URL): string | null {
  const { statusCode = 0, headers } = response;
  if (statusCode < 300 || statusCode > 399 || !headers.location) return null;
  return URL.canParse(headers.location, from.href) ? new URL(headers.location, from).href : '';
}

async function save(response: IncomingMessage, target: string, signal: AbortSignal): Promise<void> {
  if (response.statusCode !== 200) {
    response.destroy();
    throw badUrl(`We could not find a photo at this web address (the other website returned ${response.statusCode}).`);
  }
  if (Number(response.headers['content-length'] ?? 0) > MAX_IMAGE_BYTES) {
    response.destroy();
    throw tooLarge();
  }
  const file = createWriteStream(target, { flags: 'wx' });
  const limited = limitBytes(() => MAX_IMAGE_BYTES, tooLarge);
  await pipeline(response, limited, file, { signal });
  if (file.bytesWritten === 0) throw badUrl('We could not find a photo at this web address.');
}
