import { lookup as lookupAddress } from 'node:dns';
import { createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BadInput, DomainError } from '../../http/errors.js';
import { isPublicAddress } from './public-address.js';
import { MAX_PHOTOGRAPH_BYTES, tooLarge } from './receive-upload.js';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

/** How far the server may go for a photograph. */
export interface FetchLimits {
  /** whether the server may connect to this IP address; only public ones unless given */
  isAllowedAddress?: (address: string) => boolean;
  /** for the whole journey, redirects included; 15 s unless given */
  timeoutMs?: number;
}

/**
 * Downloads a photograph from another site to `target`, which must not exist yet; the caller removes it.
 * The address that is connected to is the one that was checked (no second lookup, so no rebinding), and every
 * redirect is checked again. Sends no cookies, no credentials, no body.
 * @throws BadInput for field `url`, or TooLarge
 */
export async function fetchPhotograph(address: string, target: string, limits: FetchLimits = {}): Promise<void> {
  const { isAllowedAddress = isPublicAddress, timeoutMs = TIMEOUT_MS } = limits;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = parseUrl(address);
    for (let redirects = 0; ; redirects++) {
      const answer = await get(url, isAllowedAddress, signal);
      const next = redirectOf(answer, url);
      if (!next) return await save(answer, target, signal);
      answer.destroy();
      if (redirects === MAX_REDIRECTS) throw badUrl('This web address redirects too many times.');
      url = parseUrl(next);
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (signal.aborted) throw badUrl('The other website took too long to respond.');
    throw badUrl('We could not reach this web address.');
  }
}

const badUrl = (message: string) => new BadInput([{ field: 'url', message }], message);

function parseUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw badUrl('Please enter a web address that begins with https://.');
  }
  if (url.username || url.password) throw badUrl('Please enter a web address without a user name and password.');
  return url;
}

const notPublic = () => badUrl('This web address is not public.');

async function get(url: URL, isAllowed: (address: string) => boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // An address in figures is connected to without a lookup, so it is checked here.
  if (isIP(host) && !isAllowed(host)) throw notPublic();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/jpeg, image/png, image/webp', 'user-agent': 'studio-media/1.0' };
    send(url, { agent: false, headers, lookup: checkedLookup(isAllowed), signal })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** A name is refused when any of its addresses is not allowed. */
function checkedLookup(isAllowed: (address: string) => boolean): LookupFunction {
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

function redirectOf(answer: IncomingMessage, from: URL): string | null {
  const { statusCode = 0, headers } = answer;
  if (statusCode < 300 || statusCode > 399 || !headers.location) return null;
  return URL.canParse(headers.location, from.href) ? new URL(headers.location, from).href : '';
}

async function save(answer: IncomingMessage, target: string, signal: AbortSignal): Promise<void> {
  if (answer.statusCode !== 200) {
    answer.destroy();
    throw badUrl(`We could not find a photo at this web address (the other website returned ${answer.statusCode}).`);
  }
  if (Number(answer.headers['content-length'] ?? 0) > MAX_PHOTOGRAPH_BYTES) {
    answer.destroy();
    throw tooLarge();
  }
  let size = 0;
  const cap = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      size += chunk.length;
      if (size > MAX_PHOTOGRAPH_BYTES) next(tooLarge());
      else next(null, chunk);
    },
  });
  await pipeline(answer, cap, createWriteStream(target, { flags: 'wx' }), { signal });
  if (size === 0) throw badUrl('We could not find a photo at this web address.');
}
