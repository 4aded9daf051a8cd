import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isTrustedProxy, type TrustedProxies } from 'api/http/client-address';
import { urlAt } from 'api/http/listen';

export interface SiteAddressOptions {
  /** the site's own origin, whatever host it is asked for by */
  publicOrigin?: string;
  /** further hosts that the site answers to, in lower case */
  allowedHosts?: readonly string[];
  /** the name or address that the server listens at; known like the others */
  listenHost?: string;
  /** reverse proxies whose `X-Forwarded-Proto` counts */
  trustedProxies?: TrustedProxies;
}

export interface SiteAddress {
  /** whether the site answers to this `Host` */
  isKnown(host: string): boolean;
  /** whether somebody configured exactly this host; visitors may make up any number of the other known ones */
  isConfigured(host: string): boolean;
  /** whether the visitor came by https, here or at a trusted proxy */
  isSecure(incoming: IncomingMessage | undefined, host: string): boolean;
  /** the origin that pages name: `https://studio.example` */
  originOf(incoming: IncomingMessage | undefined, host: string): string;
  /** the same for a known host, when it is known whether it is secure; null for a host that is not ours */
  siteOf(isSecure: boolean, host: string): string | null;
}

/**
 * What the site knows of its own address. A host that nobody configured is refused, because pages name it (canonical, Open
 * Graph, sitemap) and caches keep them; localhost and IP addresses are always known.
 */
export function createSiteAddress({
  publicOrigin,
  allowedHosts = [],
  listenHost,
  trustedProxies,
}: SiteAddressOptions): SiteAddress {
  const publicUrl = publicOrigin === undefined ? undefined : new URL(publicOrigin);
  // A proxy may drop the port (nginx: `$host`).
  const publicHosts = publicUrl ? [publicUrl.host, publicUrl.hostname] : [];
  const listenUrl = urlAt(listenHost, 80);
  const known = new Set([
    ...allowedHosts,
    ...publicHosts,
    ...(URL.canParse(listenUrl) ? [new URL(listenUrl).hostname] : []),
  ]);
  const isSecure = (incoming: IncomingMessage | undefined, host: string) => {
    if (publicUrl?.protocol === 'https:' && publicHosts.includes(host)) return true;
    if (incoming === undefined) return false;
    if ('encrypted' in incoming.socket) return true;
    const forwarded = incoming.headers['x-forwarded-proto'];
    // Each proxy adds on the right; only the nearest one is known to be ours.
    if (typeof forwarded !== 'string' || forwarded.split(',').at(-1)?.trim() !== 'https') return false;
    return trustedProxies !== undefined && isTrustedProxy(incoming.socket.remoteAddress ?? '', trustedProxies);
  };
  const isKnown = (host: string) => known.has(host) || known.has(nameOf(host)) || isOfThisMachine(nameOf(host));
  const originAt = (host: string, secure: boolean) => publicUrl?.origin ?? `${secure ? 'https' : 'http'}://${host}`;
  // Nearly all requests name the host that the one before them named.
  let latest: { host: string; secure: boolean; site: string | null } | undefined;
  return {
    isKnown,
    isConfigured: (host) => publicUrl !== undefined || known.has(host),
    isSecure,
    originOf: (incoming, host) => originAt(host, isSecure(incoming, host)),
    siteOf(secure, host) {
      if (latest?.host !== host || latest.secure !== secure)
        latest = { host, secure, site: isKnown(host) ? originAt(host, secure) : null };
      return latest.site;
    },
  };
}

/** A host without its port. */
const nameOf = (host: string) => host.replace(/:\d+$/, '');

const isOfThisMachine = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
