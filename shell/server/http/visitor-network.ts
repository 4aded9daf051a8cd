import type { IncomingMessage } from 'node:http';
import { clientAddress, type TrustedProxies } from 'api/http/client-address';
import { networkOf, siteOf } from 'api/http/network';

/** Where a visitor is. */
export interface VisitorNetwork {
  /** the IPv4 address, or the /64 of the IPv6 address */
  network: string;
  /** the /48 of the IPv6 address, which one customer may have; null for IPv4 */
  site: string | null;
}

/** The network that a request comes from, as trusted proxies say. */
export function networkOfRequest(
  incoming: IncomingMessage | undefined,
  trusted: TrustedProxies | undefined,
): VisitorNetwork {
  const peer = incoming?.socket.remoteAddress ?? 'unknown';
  const forwarded = incoming?.headers['x-forwarded-for'];
  const claimed = Array.isArray(forwarded) ? forwarded.join(',') : forwarded;
  const address = trusted === undefined ? peer : clientAddress(peer, claimed, trusted);
  return { network: networkOf(address), site: siteOf(address) };
}
