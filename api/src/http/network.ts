import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** The same as a proxy may write it: `::ffff:cb00:7109`. */
const MAPPED_IN_HEX = /^(?:::|0:0:0:0:0:)ffff:([\da-f]{1,4}):([\da-f]{1,4})$/i;

/** Who counts as one caller: an IPv4 address, or the /64 of an IPv6 address (one household has all of it). */
export function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1] ?? fromHex(address);
  if (mapped) return mapped;
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address;
}

/** The /48 of an IPv6 address, which is what a provider gives one customer at most; null for IPv4. */
export function siteOf(address: string): string | null {
  if (MAPPED.test(address) || MAPPED_IN_HEX.test(address) || !isIPv6(address)) return null;
  return `${groupsOf(address).slice(0, 3).join(':')}::/48`;
}

function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''));
}

function fromHex(address: string): string | undefined {
  const [, high, low] = MAPPED_IN_HEX.exec(address) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
}
