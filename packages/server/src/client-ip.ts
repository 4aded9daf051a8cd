import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';

/** The reverse proxies whose forwarding headers are trusted. */
export interface TrustedProxies {
  /** Returns whether an IP is one of them; false for other text. */
  has(ip: string): boolean;
}

/** `BlockList.check` takes an eighth of the time of a cached response, and few proxies send most requests. */
const REMEMBERED_IPS = 1000;

/**
 * Parses a list of IPs and networks: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
 * @throws Error naming the first part that is neither
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [ip = '', prefix, ...more] = part.split('/');
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
    const bits = Number(prefix ?? (family === 'ipv6' ? 128 : 32));
    const fits = Number.isInteger(bits) && bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32);
    if (isIP(ip) === 0 || !fits || more.length > 0) throw new Error(`${part} is not an IP address or network`);
    list.addSubnet(ip, bits, family);
  }
  const checked = new LRUCache<string, boolean>({ max: REMEMBERED_IPS });
  const check = (ip: string) => isIP(ip) !== 0 && list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
  return {
    has(ip) {
      const known = checked.get(ip);
      if (known !== undefined) return known;
      const isTrusted = check(ip);
      checked.set(ip, isTrusted);
      return isTrusted;
    },
  };
}

/**
 * Returns the IP of the client. Each proxy appends to `X-Forwarded-For` on the right, so it is read from the right for as
 * long as the sender is trusted; anything further left may be forged.
 * @param peer the IP at the other end of the connection
 */
export function clientIp(peer: string, forwardedFor: string | undefined, trusted: TrustedProxies): string {
  let ip = unmapped(peer);
  if (forwardedFor === undefined) return ip;
  const claimed = forwardedFor.split(',').map((part) => unmapped(withoutPort(part.trim())));
  while (trusted.has(ip)) {
    const next = claimed.pop();
    if (next === undefined || isIP(next) === 0) return ip;
    ip = next;
  }
  return ip;
}

/** Some load balancers add the client's port: `203.0.113.9:5678`, `[2001:db8::7]:5678`. */
const withoutPort = (text: string) =>
  text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1');

const unmapped = (ip: string) => ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/** Returns whether a visitor's request came by https: to this server, or to the nearest proxy if it is a trusted one. */
export function isHttps(incoming: IncomingMessage, trusted: TrustedProxies | undefined): boolean {
  if ('encrypted' in incoming.socket) return true;
  const forwarded = incoming.headers['x-forwarded-proto'];
  // Each proxy adds on the right; only the nearest one is known to be ours.
  if (typeof forwarded !== 'string' || forwarded.split(',').at(-1)?.trim() !== 'https') return false;
  return trusted !== undefined && isTrustedProxy(incoming.socket.remoteAddress ?? '', trusted);
}

/** Returns whether the other end of a connection is a trusted reverse proxy. */
export const isTrustedProxy = (peer: string, trusted: TrustedProxies): boolean => trusted.has(unmapped(peer));
