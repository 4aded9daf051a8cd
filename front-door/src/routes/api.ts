import type { Composition } from '@godhuli/contracts/releases';
import { fixedDataPaths } from '@godhuli/contracts/route-data';
import { PURGE_HEADER, parseSurrogateKey, SURROGATE_KEY_HEADER } from '@godhuli/contracts/surrogate-key';
import type { CachedResponse, ResponseCache } from '@godhuli/server/response-cache';
import { COMMON_HEADERS } from '@godhuli/server/security-headers';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Api } from '../api-client.js';
import type { CompositionSource } from '../composition/composition-source.js';
import type { ReleaseFiles } from '../composition/release-files.js';
import type { PageDataSource } from '../documents/page-data.js';
import { respondFromCache } from '../http/cached-responses.js';

interface ApiRoutesOptions {
  api: Api;
  cache: ResponseCache<CachedResponse>;
  composition: CompositionSource;
  pageData: PageDataSource;
  files: ReleaseFiles;
  pageHeaders: Readonly<Record<string, string>>;
}

/** `/api` and `/media`: public data from the cache, everything else from the API. */
export function apiRoutes({ api, cache, composition, pageData, files, pageHeaders }: ApiRoutesOptions): Hono {
  const passOn = async (c: Context): Promise<Response> => {
    const response = await api(c.req.raw, c.env as object);
    const purged = response.headers.get(PURGE_HEADER);
    if (purged !== null) {
      const { tags } = parseSurrogateKey(purged);
      cache.invalidate(tags.length > 0 ? tags : undefined);
    }
    return visitorResponse(response, pageHeaders);
  };

  /** The data of pages and the public list are in the cache, or are loaded into it. */
  const fromCache: MiddlewareHandler = async (c, next) => {
    const { path } = c.req;
    const canCache = composition.trustedProcess() !== null && c.req.header('origin') === undefined;
    if (!canCache || !(path === PUBLIC_LIST || isReadByRelease(composition.current(), path))) return next();
    await pageData.read([path]);
    const cached = cache.get(path);
    return cached ? respondFromCache(c.req.raw, cached) : next();
  };

  const notFound = (c: Context) => c.text('Not Found', 404);
  const app = new Hono();
  // The API sends a release's server build to front doors, which render with it. No browser may have it.
  app.all('/api/remotes/:name/releases/:version/files/:path{.+}', async (c) => {
    const { name, version, path } = c.req.param();
    return (await files.isPublic(name, version, path)) ? passOn(c) : notFound(c);
  });
  // An endless stream, for front doors only.
  app.all('/api/composition/events', notFound);
  app.get('/api/*', fromCache);
  for (const path of ['/api', '/api/*', '/media/*']) app.all(path, passOn);
  return app;
}

/** The whole portfolio: no page of ours reads it any more, other programs do. */
const PUBLIC_LIST = '/api/portfolio';

export const isReadByRelease = (composition: Composition | null, path: string): boolean =>
  Object.values(composition?.remotes ?? {}).some(({ live }) => fixedDataPaths(live).includes(path));

/** Adds the common headers that the API has not set, and removes those that are for the front door. */
function visitorResponse(response: Response, pageHeaders: Readonly<Record<string, string>>): Response {
  const isDocument = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const others = Object.entries(isDocument ? pageHeaders : COMMON_HEADERS);
  const missing = others.filter(([name]) => !response.headers.has(name));
  const internal = [PURGE_HEADER, SURROGATE_KEY_HEADER].filter((name) => response.headers.has(name));
  if (missing.length === 0 && internal.length === 0) return response;
  const headers = new Headers(response.headers);
  for (const name of internal) headers.delete(name);
  for (const [name, value] of missing) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}
