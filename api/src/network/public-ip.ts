import { BlockList, isIP } from 'node:net';

/** IPv4 that is not the public Internet (RFC 6890 and the IANA special-purpose registry). */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Inside 2000::/3, yet not public: protocol assignments and Teredo, documentation, 6to4. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [network, prefix] of SPECIAL_V4) special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of SPECIAL_V6) special.addSubnet(network, prefix, 'ipv6');
const globalUnicastV6 = new BlockList();
globalUnicastV6.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an IP address belongs to the public Internet. Loopback, private, link-local, mapped, translated, reserved
 * and multicast addresses do not, nor does an invalid one.
 */
export function isPublicIp(ip: string): boolean {
  const version = isIP(ip);
  if (version === 4) return !special.check(ip, 'ipv4');
  // A mapped IPv4 address (::ffff:0:0/96) is outside of 2000::/3 and therefore not public.
  return version === 6 && globalUnicastV6.check(ip, 'ipv6') && !special.check(ip, 'ipv6');
}
