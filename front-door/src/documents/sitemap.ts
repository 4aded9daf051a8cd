import { mediaUrl } from '@godhuli/contracts/media-url';
import { z } from 'zod';
import { escapeHtml } from './escape-html.js';

/** The part of a portfolio item that a sitemap shows. */
const itemsSchema = z.array(z.object({ media: z.object({ id: z.string(), width: z.number() }).nullable() }));
const SITEMAP_IMAGES = 100;

/** Returns `sitemap.xml`: the public page with its images. @param portfolio response of `GET /api/portfolio` */
export function sitemap(origin: string, portfolio: unknown): string {
  const items = itemsSchema.safeParse(portfolio);
  const images = (items.success ? items.data : [])
    .flatMap(({ media }) => (media ? [mediaUrl(media, Math.min(media.width, 2400), 'jpg')] : []))
    .slice(0, SITEMAP_IMAGES)
    .map((path) => `<image:image><image:loc>${escapeHtml(origin + path)}</image:loc></image:image>`)
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">' +
    `<url><loc>${escapeHtml(origin)}/</loc>${images}</url></urlset>\n`
  );
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
