import { BlockList, isIP, isIPv6 } from 'node:net';

/** The reverse proxies whose word about addresses counts. */
export type TrustedProxies = BlockList;

/**
 * Reads a list of addresses and networks: `127.0.0.1, 10.0.0.0/8, fd00::/8`.
 * @throws Error naming the first part that is neither
 */
export function parseTrustedProxies(text: string): TrustedProxies {
  const list = new BlockList();
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [address = '', prefix, ...more] = part.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const bits = Number(prefix ?? (family === 'ipv6' ? 128 : 32));
    const fits = Number.isInteger(bits) && bits >= 0 && bits <= (family === 'ipv6' ? 128 : 32);
    if (isIP(address) === 0 || !fits || more.length > 0) throw new Error(`${part} is not an IP address or network`);
    list.addSubnet(address, bits, family);
  }
  return list;
}

/**
 * The address of the client itself. `X-Forwarded-For` is what each proxy adds on the right, so it is read from the
 * right for as long as the speaker is trusted; what stands further left, anybody may have made up.
 * @param peer who holds the connection
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, trusted: TrustedProxies): string {
  let address = unmapped(peer);
  const claimed = (forwardedFor ?? '').split(',').map((part) => unmapped(withoutPort(part.trim())));
  while (isTrusted(address, trusted)) {
    const next = claimed.pop();
    if (next === undefined || isIP(next) === 0) return address;
    address = next;
  }
  return address;
}

/** Some load balancers add the client's port: `203.0.113.9:5678`, `[2001:db8::7]:5678`. */
const withoutPort = (text: string) =>
  text.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1');

const unmapped = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

function isTrusted(address: string, trusted: TrustedProxies): boolean {
  return isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether a connection is held by a reverse proxy of ours. */
export const isTrustedProxy = (peer: string, trusted: TrustedProxies): boolean => isTrusted(unmapped(peer), trusted);
