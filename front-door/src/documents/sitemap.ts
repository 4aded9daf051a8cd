import { mediaUrl } from '@godhuli/contracts/media-url';
import type { ReleaseManifest } from '@godhuli/contracts/releases';
import { sitemapEntriesSchema, sitemapPartsSchema } from '@godhuli/contracts/sitemap';
import { escapeHtml } from './escape-html.js';

const HEADER = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';
/** The part with the pages that the release names. */
export const FIRST_PART = 'pages';

type Routes = Pick<ReleaseManifest, 'routes' | 'routeData'>;

const kindOf = (part: string) => part.slice(0, part.lastIndexOf('-'));
const routeOf = ({ routeData = [] }: Routes, part: string) =>
  routeData.find(({ sitemap }) => sitemap === kindOf(part))?.route;

/** Returns the parts of a release's sitemap. @param parts response of `GET /api/sitemap` */
export function sitemapParts(release: Routes, parts: unknown): string[] {
  const known = sitemapPartsSchema.safeParse(parts);
  return [FIRST_PART, ...(known.success ? known.data : []).filter((part) => routeOf(release, part) !== undefined)];
}

/** Returns `sitemap.xml`, the index of the parts. */
export function sitemapIndex(origin: string, parts: readonly string[]): string {
  const entries = parts.map((part) => `<sitemap><loc>${escapeHtml(`${origin}/sitemaps/${part}.xml`)}</loc></sitemap>`);
  return `${HEADER}<sitemapindex ${NAMESPACES}>${entries.join('')}</sitemapindex>\n`;
}

interface Page {
  path: string;
  image?: string | undefined;
}

/** Returns a part of the sitemap: pages with their images. */
function sitemap(origin: string, pages: readonly Page[]): string {
  const entries = pages.map(({ path, image }) => {
    const picture = image ? `<image:image><image:loc>${escapeHtml(origin + image)}</image:loc></image:image>` : '';
    return `<url><loc>${escapeHtml(origin + path)}</loc>${picture}</url>`;
  });
  return `${HEADER}<urlset ${NAMESPACES}>${entries.join('')}</urlset>\n`;
}

/** Returns the part with the pages that a release names, below its mount at '/'. */
export const sitemapOfRoutes = (origin: string, { routes }: Routes): string =>
  sitemap(
    origin,
    routes.filter((route) => !route.includes('*')).map((path) => ({ path })),
  );

/** Returns a part with one page for each entry. @param entries response of `GET /api/sitemap/{part}` */
export function sitemapOfPart(origin: string, release: Routes, part: string, entries: unknown): string {
  const known = sitemapEntriesSchema.safeParse(entries);
  const folder = routeOf(release, part)?.replace(/\*$/, '') ?? '/';
  const pages = (known.success ? known.data : []).map(({ slug, media }) => ({
    path: folder + slug,
    image: media ? mediaUrl(media, Math.min(media.width, 2400), 'jpg') : undefined,
  }));
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
