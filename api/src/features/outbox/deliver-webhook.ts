import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { WebhookSettings } from '../../message-settings.js';
import { isPublicIp } from '../../network/public-ip.js';
import { checkedLookup } from '../../network/public-url.js';
import { type Failure, permanent, temporary } from './failure.js';

const TIMEOUT_MS = 20_000;

/** Returns the signature of a delivery: HMAC-SHA256 of `<timestamp>.<body>`, hexadecimal. */
export const signatureOf = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/**
 * Posts JSON to the webhook, signed, with a timestamp against replays. Follows no redirect, and connects only to public IPs
 * unless the configuration allows others. `X-Godhuli-Delivery` is the same in every attempt: the receiver skips what it has.
 * @returns null once the receiver responded with 2xx
 */
export async function deliverWebhook(
  { url: text, secret, allowPrivate }: WebhookSettings,
  delivery: string,
  event: object,
): Promise<Failure | null> {
  const url = new URL(text);
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  const isAllowed = (ip: string) => allowPrivate || isPublicIp(ip);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host))
    return permanent('The webhook has a private IP. Set WEBHOOK_ALLOW_PRIVATE=1 to allow it.');
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const status = await new Promise<number>((resolve) => {
    send(url, {
      method: 'POST',
      agent: false,
      lookup: checkedLookup(isAllowed),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'godhuli-webhook/1.0',
        'x-godhuli-delivery': delivery,
        'x-godhuli-timestamp': String(timestamp),
        'x-godhuli-signature': `sha256=${signatureOf(secret, timestamp, body)}`,
      },
    })
      .on('response', (response) => {
        response.destroy();
        resolve(response.statusCode ?? 0);
      })
      .on('error', () => resolve(0))
      .end(body);
  });
  if (status >= 200 && status < 300) return null;
  if (status === 0) return temporary('The webhook could not be reached.');
  const isTemporary = status >= 500 || [408, 425, 429].includes(status);
  return (isTemporary ? temporary : permanent)(`The webhook responded with ${status}.`);
}
