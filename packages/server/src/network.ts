import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** The same IP in hexadecimal, as some proxies write it: `::ffff:cb00:7109`. */
const MAPPED_IN_HEX = /^(?:::|0:0:0:0:0:)ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;

/** Returns the network that limits count as one client: an IPv4 address, or the /64 of an IPv6 address (one household). */
export function networkOf(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1] ?? fromHex(ip);
  if (mapped) return mapped;
  return isIPv6(ip) ? `${groupsOf(ip).slice(0, 4).join(':')}::/64` : ip;
}

/** Returns the customer of a provider: an IPv4 address, or the /48 of an IPv6 address, the most that one is assigned. */
export function customerOf(ip: string): string {
  const network = networkOf(ip);
  if (!network.endsWith('/64')) return network;
  return `${groupsOf(ip).slice(0, 3).join(':')}::/48`;
}

function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''));
}

function fromHex(ip: string): string | undefined {
  const [, high, low] = MAPPED_IN_HEX.exec(ip) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}
