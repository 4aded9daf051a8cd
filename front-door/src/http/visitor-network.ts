import type { IncomingMessage } from 'node:http';
import { clientIp, type TrustedProxies } from '@godhuli/server/client-ip';
import { customerOf, networkOf } from '@godhuli/server/network';

/** Where a visitor is. */
export interface VisitorNetwork {
  /** the IPv4 address, or the /64 of the IPv6 address */
  network: string;
  /** the IPv4 address, or the /48 of the IPv6 address, which one customer may have */
  customer: string;
}

/** Returns the network that a request comes from, as trusted proxies report it. */
export function networkOfRequest(
  incoming: IncomingMessage | undefined,
  trusted: TrustedProxies | undefined,
): VisitorNetwork {
  const peer = incoming?.socket.remoteAddress ?? 'unknown';
  const forwarded = incoming?.headers['x-forwarded-for']?.toString();
  const ip = trusted === undefined ? peer : clientIp(peer, forwarded, trusted);
  return { network: networkOf(ip), customer: customerOf(ip) };
}
