import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { limitBytes } from '../../chunks.js';
import { DomainError } from '../../http/errors.js';
import { isPublicIp } from '../../network/public-ip.js';
import { badUrl, getUrl, parseUrl } from '../../network/public-url.js';
import { MAX_IMAGE_BYTES, tooLarge } from './photo-upload.js';

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
const ACCEPT = 'image/jpeg, image/png, image/webp';

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
      const response = await getUrl(url, isAllowedIp, signal, ACCEPT);
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
