import { TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import { mediaUrl } from '@godhuli/contracts/media-url';
import { type Mount, STAFF_ZONES } from '@godhuli/contracts/page';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { sitemapEntriesSchema, sitemapLanguagesSchema, sitemapPartsSchema } from '@godhuli/contracts/sitemap';
import { escapeHtml } from '@godhuli/server/escape-html';

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
/** The part with the pages that releases name. */
export const FIRST_PART = 'pages';

type Routes = Pick<ReleaseManifest, 'routes' | 'routeData'>;

/** Returns the routes of every live release that crawlers may read, with the paths of their mounts. '/' has a page also without one. */
export function publicRoutes(mounts: readonly Mount[], live: Readonly<Record<string, Routes | undefined>>): Routes {
  const all = mounts.flatMap(({ path, remote, zone }) => {
    const release = live[remote] ?? (path === '/' ? { routes: ['/'] } : undefined);
    if (!release || STAFF_ZONES.includes(zone)) return [];
    if (path === '/') return [release];
    const below = (route: string) => (route === '/' ? path : path + route);
    const routeData = release.routeData?.map((data) => ({ ...data, route: below(data.route) }));
    return [{ routes: release.routes.map(below), routeData }];
  });
  return { routes: all.flatMap(({ routes }) => routes), routeData: all.flatMap(({ routeData }) => routeData ?? []) };
}

const kindOf = (part: string) => part.slice(0, part.lastIndexOf('-'));
const routesOf = ({ routeData = [] }: Routes, part: string) =>
  routeData.filter(({ sitemap }) => sitemap === kindOf(part));

/** Returns the parts of the sitemap. @param parts response of `GET /api/sitemap` */
export function sitemapParts(release: Routes, parts: unknown): string[] {
  const known = sitemapPartsSchema.safeParse(parts);
  return [FIRST_PART, ...(known.success ? known.data : []).filter((part) => routesOf(release, part).length > 0)];
}

/** Returns `sitemap.xml`, the index of the parts. */
export function sitemapIndex(origin: string, parts: readonly string[]): string {
  const entries = parts.map((part) => `<sitemap><loc>${escapeHtml(`${origin}/sitemaps/${part}.xml`)}</loc></sitemap>`);
  return `${HEADER}<sitemapindex ${NAMESPACES}>${entries.join('')}</sitemapindex>\n`;
}

interface Page {
  path: string;
  image?: { url: string; title: string } | undefined;
}

/** What XML may not contain, even escaped: one such character makes the whole file invalid. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function imageOf(url: string, title: string): string {
  const name = escapeHtml(title.replace(NOT_IN_XML, ''));
  const titled = name ? `<image:title>${name}</image:title>` : '';
  return `<image:image><image:loc>${escapeHtml(url)}</image:loc>${titled}</image:image>`;
}

/** Returns a part of the sitemap: pages with their images. */
function sitemap(origin: string, pages: readonly Page[]): string {
  const entries = pages.map(({ path, image }) => {
    const picture = image ? imageOf(origin + image.url, image.title) : '';
    return `<url><loc>${escapeHtml(origin + path)}</loc>${picture}</url>`;
  });
  return `${HEADER}<urlset ${NAMESPACES}>${entries.join('')}</urlset>\n`;
}

/**
 * Returns the part with the pages that releases name, without the languages that the studio does not offer.
 * @param languages response of `GET /api/sitemap/languages`; all are offered without one
 */
export function sitemapOfRoutes(origin: string, { routes }: Routes, languages: unknown): string {
  const offered = sitemapLanguagesSchema.safeParse(languages);
  const hidden = TRANSLATED_LOCALES.filter((locale) => offered.success && !offered.data.includes(locale));
  const isHidden = (route: string) => hidden.some((locale) => `${route}/`.startsWith(`/${locale}/`));
  const paths = routes.filter((route) => !route.includes('*') && !isHidden(route));
  return sitemap(
    origin,
    paths.map((path) => ({ path })),
  );
}

/** Returns a part with one page for each entry and language. @param entries response of `GET /api/sitemap/{part}` */
export function sitemapOfPart(origin: string, release: Routes, part: string, entries: unknown): string {
  const known = sitemapEntriesSchema.safeParse(entries);
  const routes = routesOf(release, part);
  const pages = (known.success ? known.data : []).flatMap(({ slug, title, titles, media }) => {
    const url = media && mediaUrl(media, Math.min(media.width, 2400), 'jpg');
    return routes.flatMap(({ route, lang }): Page[] => {
      const name = lang === undefined ? title : titles[lang];
      // The studio does not offer the language.
      if (name === undefined) return [];
      return [{ path: route.replace(/\*$/, '') + slug, image: url ? { url, title: name } : undefined }];
    });
  });
  return sitemap(origin, pages);
}

/** Returns `robots.txt`: crawlers may read the public page, not the portals. */
export function robots(origin: string, staffPaths: string[]): string {
  return [
    'User-agent: *',
    ...staffPaths.map((path) => `Disallow: ${path}`),
    'Disallow: /api/',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
