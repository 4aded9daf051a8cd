import { mountFor, pathInside } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { Representation, respond } from '@godhuli/server/representation';
import { type Context, Hono } from 'hono';
import type { Api } from '../api-client.js';
import type { CompositionSource } from '../composition/composition-source.js';
import type { Pages, Visitor } from '../documents/pages.js';
import { respondFromCache } from '../http/cached-responses.js';
import { documentHeaders, HIDDEN_URL, NOT_STORED, SESSION_DOCUMENT } from '../http/document-headers.js';
import { usesSession, withDocumentKey } from '../http/document-key.js';
import type { Logger } from '../logger.js';
import { previewBadge } from '../preview/preview-badge.js';
import { findPreview } from '../preview/preview-source.js';
import { previewedComposition } from '../preview/previewed-composition.js';
import type { ShellBuild } from '../shell-build.js';
import type { ErrorPages } from './error-pages.js';

interface PageRoutesOptions {
  shell: ShellBuild;
  api: Api;
  composition: CompositionSource;
  pages: Pages;
  errorPages: ErrorPages;
  visitorOf: (c: Context) => Visitor;
  apiOrigin: string | undefined;
  logger: Logger;
}

/** The pages of the mounted remotes: every GET that no other route has taken. */
export function pageRoutes(options: PageRoutesOptions): Hono {
  const { shell, api, composition, pages, errorPages, visitorOf, apiOrigin, logger } = options;
  const app = new Hono();
  // Also of error pages: the URL of the portal may name a person, or have the token of a link.
  app.use(async (c, next) => {
    await next();
    const mount = mountFor(c.req.path, shell.mounts);
    if (mount && usesSession(mount)) for (const [name, value] of Object.entries(HIDDEN_URL)) c.header(name, value);
  });
  return app.get('*', async (c) => {
    const url = new URL(c.req.url);
    const mount = mountFor(url.pathname, shell.mounts);
    const preview = mount ? await findPreview(api, c, logger) : null;
    const published = composition.current();
    if (!published) return errorPages.unavailable('The website is starting', 'Please try again in a few seconds.');
    if (!mount) return errorPages.notFound(c);
    const current = preview ? previewedComposition(published, preview) : published;
    const live = current.remotes[mount.remote]?.live;
    if (!live) return errorPages.unavailable('This page is not published yet', 'Please try again later.');
    const status = pages.statusOf(live, mount, url);
    if (status === null) return errorPages.notFound(c);
    const list = listFor(live, pathInside(mount, url.pathname));
    if (list !== null) return c.redirect(mount.path === '/' ? list : mount.path + list);
    const visitor = visitorOf(c);
    if (!preview) {
      const page = await pages.get(mount, url, visitor);
      if (!usesSession(mount)) return respondFromCache(c.req.raw, page, page.status ?? status);
      const html = withDocumentKey(c, new TextDecoder().decode(page.representation.plain));
      const document = new Representation(html, page.representation.type);
      return respond(c.req.raw, document, { ...page.headers, ...NOT_STORED }, page.status ?? status);
    }
    const isLoadedHere = shell.mounts.some(({ remote, zone }) => remote === preview.remote && zone === mount.zone);
    const headers = documentHeaders(shell.boot, isLoadedHere ? (preview.dev ?? undefined) : undefined, apiOrigin);
    const badge = previewBadge(preview, url.pathname + url.search);
    const page = await pages.preview(current, mount, url, visitor.origin, badge);
    if (!usesSession(mount)) return c.html(page.html, page.status ?? status, { ...headers, ...NOT_STORED });
    const html = withDocumentKey(c, page.html);
    return c.html(html, page.status ?? status, { ...headers, ...SESSION_DOCUMENT, ...NOT_STORED });
  });
}

const baseOf = (route: string) => route.replace(/\/\*$/, '');

/**
 * Returns the page with the categories of a release for the URL of a photo, story or film without its slug, in the same language;
 * null for any other path.
 */
function listFor(
  { routes, routeData = [] }: Pick<ReleaseManifest, 'routes' | 'routeData'>,
  path: string,
): string | null {
  const wanted = path.replace(/\/$/, '');
  const pages = routeData.filter(({ sitemap }) => sitemap !== undefined);
  const shortened = pages.find(({ route }) => route.endsWith('/*') && baseOf(route) === wanted);
  if (!shortened || routes.includes(wanted)) return null;
  const categories = pages.find(({ sitemap, lang }) => sitemap === 'categories' && lang === shortened.lang);
  return routes.find((route) => route === (categories && baseOf(categories.route))) ?? null;
}
