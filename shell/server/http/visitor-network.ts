import type { IncomingMessage } from 'node:http';
import { clientAddress, type TrustedProxies } from 'api/http/client-address';
import { networkOf } from 'api/http/network';

/** The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address; as trusted proxies say. */
export function networkOfRequest(incoming: IncomingMessage | undefined, trusted: TrustedProxies | undefined): string {
  const peer = incoming?.socket.remoteAddress ?? 'unknown';
  const forwarded = incoming?.headers['x-forwarded-for'];
  if (trusted === undefined) return networkOf(peer);
  return networkOf(clientAddress(peer, Array.isArray(forwarded) ? forwarded.join(',') : forwarded, trusted));
}
