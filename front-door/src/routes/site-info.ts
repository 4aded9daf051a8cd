import { type CurrentComposition, type SiteStatus, STAFF_ZONES } from '@godhuli/contracts/page';
import { fixedDataPaths, withSegment } from '@godhuli/contracts/route-data';
import { type Context, Hono } from 'hono';
import type { CompositionSource } from '../composition/composition-source.js';
import type { PageDataSource } from '../documents/page-data.js';
import {
  FIRST_PART,
  publicRoutes,
  robots,
  sitemapIndex,
  sitemapOfPart,
  sitemapOfRoutes,
  sitemapParts,
} from '../documents/sitemap.js';
import type { ShellBuild } from '../shell-build.js';

interface SiteInfoOptions {
  shell: ShellBuild;
  composition: CompositionSource;
  pageData: PageDataSource;
  originOf: (c: Context) => string;
  now: () => number;
  securityContact: string | undefined;
}

const DAY_MS = 86_400_000;
const SITEMAP = '/api/sitemap';
const LANGUAGES = '/api/sitemap/languages';
/** What every sitemap is made from. */
export const SITEMAP_PATHS: readonly string[] = [SITEMAP, LANGUAGES];
const SITEMAP_PART = '/api/sitemap/{1}';
const HOUR = 'public, max-age=3600';

/** What browsers, crawlers and staff read about the site: live releases, data status, robots.txt, sitemap, security.txt. */
export function siteInfoRoutes(options: SiteInfoOptions): Hono {
  const { shell, composition, pageData, originOf, now, securityContact } = options;
  const app = new Hono();

  app.get('/composition.json', (c) => {
    const current = composition.current();
    if (!current) return c.json({ detail: 'No releases yet.' }, 503, { 'retry-after': '5' });
    const body: CurrentComposition = {
      generation: current.generation,
      remotes: Object.fromEntries(Object.entries(current.remotes).map(([name, { live }]) => [name, live.version])),
    };
    return c.json(body, 200, { 'cache-control': 'no-cache' });
  });

  app.get('/status.json', async (c) => {
    const paths = Object.values(composition.current()?.remotes ?? {}).flatMap(({ live }) => fixedDataPaths(live));
    const since = await pageData.findStaleSince(paths);
    const body: SiteStatus = { staleSince: since === null ? null : new Date(since).toISOString() };
    return c.json(body, 200, { 'cache-control': 'no-store' });
  });

  if (securityContact !== undefined)
    app.get('/.well-known/security.txt', (c) => {
      // RFC 9116 requires an end date and recommends a year at most.
      const expires = new Date(Math.floor(now() / DAY_MS) * DAY_MS + 364 * DAY_MS).toISOString();
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${originOf(c)}/.well-known/security.txt`,
      ];
      return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': HOUR });
    });

  app.get('/robots.txt', (c) => {
    const staffPaths = shell.mounts.filter(({ zone }) => STAFF_ZONES.includes(zone)).map(({ path }) => path);
    return c.text(robots(originOf(c), staffPaths), 200, { 'cache-control': HOUR });
  });

  const xml = (c: Context, text: string) =>
    c.body(text, 200, {
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'no-cache',
    });
  /** Returns the routes that crawlers may read, and the parts of their sitemap. */
  const findParts = async () => {
    const remotes = Object.entries(composition.current()?.remotes ?? {});
    const release = publicRoutes(shell.mounts, Object.fromEntries(remotes.map(([name, { live }]) => [name, live])));
    const { values } = await pageData.read([SITEMAP]);
    return { release, parts: sitemapParts(release, values[SITEMAP]) };
  };

  app.get('/sitemap.xml', async (c) => xml(c, sitemapIndex(originOf(c), (await findParts()).parts)));

  app.get('/sitemaps/:file', async (c) => {
    const { release, parts } = await findParts();
    const part = parts.find((each) => `${each}.xml` === c.req.param('file'));
    if (part === undefined) return c.text('Not Found', 404, { 'cache-control': 'no-cache' });
    if (part === FIRST_PART) {
      const { values } = await pageData.read([LANGUAGES]);
      return xml(c, sitemapOfRoutes(originOf(c), release, values[LANGUAGES]));
    }
    const data = await pageData.readPage({ route: '', fixed: [], ofSegment: [SITEMAP_PART], segment: part });
    if (data.hasFailed) return c.text('Service Unavailable', 503, { 'retry-after': '60' });
    return xml(c, sitemapOfPart(originOf(c), release, part, data.values[withSegment(SITEMAP_PART, part)]));
  });
  return app;
}
