import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isHttps, type TrustedProxies } from '@godhuli/server/client-ip';
import { urlAt } from '@godhuli/server/listen';

export interface SiteOriginOptions {
  /** the site's own origin, whatever the `Host` of a request */
  publicOrigin?: string;
  /** further hosts of the site, in lower case */
  allowedHosts?: readonly string[];
  /** the name or IP that the server listens at; known like the others */
  listenHost?: string;
  /** reverse proxies whose `X-Forwarded-Proto` counts */
  trustedProxies?: TrustedProxies;
}

/**
 * Knows the origins of the site. A host that nobody configured is refused, because pages name it (canonical, Open Graph,
 * sitemap) and caches store them; localhost and IP addresses are always known.
 */
export function createSiteOrigin({ publicOrigin, allowedHosts = [], listenHost, trustedProxies }: SiteOriginOptions) {
  const publicUrl = publicOrigin === undefined ? undefined : new URL(publicOrigin);
  // A proxy may drop the port (nginx: `$host`).
  const publicHosts = publicUrl ? [publicUrl.host, publicUrl.hostname] : [];
  const listenUrl = urlAt(listenHost, 80);
  const known = new Set([
    ...allowedHosts,
    ...publicHosts,
    ...(URL.canParse(listenUrl) ? [new URL(listenUrl).hostname] : []),
  ]);
  /** Returns whether the visitor uses https, with this server or with a trusted proxy. */
  const isSecure = (incoming: IncomingMessage | undefined, host: string): boolean => {
    if (publicUrl?.protocol === 'https:' && publicHosts.includes(host)) return true;
    return incoming !== undefined && isHttps(incoming, trustedProxies);
  };
  /** The last host that was known: most requests name the same. */
  let lastKnown = '';
  return {
    isSecure,
    /** Returns whether the site serves requests for this `Host`. */
    isKnown: (host: string) => {
      if (host !== '' && host === lastKnown) return true;
      const isKnown = known.has(host) || known.has(nameOf(host)) || isOfThisMachine(nameOf(host));
      if (isKnown) lastKnown = host;
      return isKnown;
    },
    /** Returns whether somebody configured exactly this host; visitors can make up any number of the other known ones. */
    isConfigured: (host: string) => publicUrl !== undefined || known.has(host),
    /** Returns the origin that pages name: `https://studio.example`. */
    originOf: (incoming: IncomingMessage | undefined, host: string) =>
      publicUrl?.origin ?? `${isSecure(incoming, host) ? 'https' : 'http'}://${host}`,
  };
}

/** A host without its port. */
const nameOf = (host: string) => host.replace(/:\d+$/, '');

const isOfThisMachine = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
