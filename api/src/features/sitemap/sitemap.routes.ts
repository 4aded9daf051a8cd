import { LOCALES, type Locale, TRANSLATED_LOCALES, type TranslatedLocale } from '@godhuli/contracts/locales';
import {
  type SitemapEntry,
  sitemapEntriesSchema,
  sitemapLanguagesSchema,
  sitemapPartSchema,
  sitemapPartsSchema,
} from '@godhuli/contracts/sitemap';
import { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import type { ApiEnv } from '../../http/api-env.js';
import { NotFound } from '../../http/errors.js';
import { openapi } from '../../http/openapi.js';
import type { CacheTag } from '../../http/read-cache.js';
import { validate } from '../../http/validate.js';
import { listStories } from '../albums/index.js';
import { listFilms } from '../films/index.js';
import { listSitemapPart, listSitemapParts, publishedCategories } from '../portfolio/index.js';

/** A kind of pages, of which there is one for each row of a table. */
interface Kind {
  tags: readonly CacheTag[];
  /** the numbers of its parts that are not empty */
  parts(db: Kysely<Database>): Promise<number[]>;
  /** @param locales the languages of the pages besides English */
  entries(db: Kysely<Database>, part: number, locales: readonly TranslatedLocale[]): Promise<SitemapEntry[]>;
}

interface Titled {
  slug: string;
  title: string;
  media: SitemapEntry['media'];
}

/** Stories or films in the sitemap: more than visitors see in one list. */
const MAX_LISTED = 2000;

/** A kind with at most some thousand pages. */
function onePart(tags: Kind['tags'], list: (db: Kysely<Database>, locale: Locale) => Promise<Titled[]>): Kind {
  return {
    tags,
    parts: async (db) => ((await list(db, 'en')).length > 0 ? [1] : []),
    async entries(db, part, locales) {
      if (part !== 1) return [];
      const english = await list(db, 'en');
      const translated = await Promise.all(
        locales.map(async (locale) => {
          const titles = (await list(db, locale)).map(({ slug, title }) => [slug, title] as const);
          return { locale, titles: new Map(titles) };
        }),
      );
      return english.map(({ slug, title, media }) => ({
        ...{ slug, title, media },
        titles: Object.fromEntries(translated.map(({ locale, titles }) => [locale, titles.get(slug) ?? title])),
      }));
    },
  };
}

const KINDS: Readonly<Record<string, Kind>> = {
  photos: { tags: ['content', 'portfolio', 'media'], parts: listSitemapParts, entries: listSitemapPart },
  categories: onePart(['content', 'portfolio'], async (db) =>
    (await publishedCategories(db)).map((category) => ({ slug: category, title: category, media: null })),
  ),
  stories: onePart(['content', 'albums', 'portfolio', 'videos', 'media'], async (db, locale) =>
    (await listStories(db, locale, { limit: MAX_LISTED })).map(({ slug, title, cover }) => ({
      slug,
      title,
      media: cover,
    })),
  ),
  films: onePart(['content', 'videos', 'media'], async (db, locale) =>
    (await listFilms(db, locale, { limit: MAX_LISTED })).map(({ slug, title, poster }) => ({
      slug,
      title,
      media: poster,
    })),
  ),
};
const ALL_TAGS = [...new Set(Object.values(KINDS).flatMap(({ tags }) => tags))];

async function listParts(db: Kysely<Database>): Promise<string[]> {
  const parts = Object.entries(KINDS).map(async ([kind, { parts }]) =>
    (await parts(db)).map((part) => `${kind}-${part}`),
  );
  return (await Promise.all(parts)).flat();
}

/** Returns the languages besides English that the studio offers: all unless Settings says otherwise. */
async function offeredLocales(db: Kysely<Database>): Promise<TranslatedLocale[]> {
  const setting = await db
    .selectFrom('content')
    .select('value')
    .where('section', '=', 'site')
    .where('key', '=', 'languages')
    .executeTakeFirst();
  const chosen = (setting?.value || LOCALES.join(' ')).split(' ');
  return TRANSLATED_LOCALES.filter((locale) => chosen.includes(locale));
}

const partParameter = z.object({ part: sitemapPartSchema });

/** The pages that exist, in parts of limited size. */
export function sitemapRoutes({ db, cached }: ApiDependencies): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/sitemap',
      access('anyone'),
      openapi('Sitemap', 'Returns the parts of the sitemap', sitemapPartsSchema, 200, { isConditional: true }),
      (c) => cached(c, ALL_TAGS, () => listParts(db)),
    )
    .get(
      '/api/sitemap/languages',
      access('anyone'),
      openapi('Sitemap', 'Returns the languages besides English', sitemapLanguagesSchema, 200, { isConditional: true }),
      (c) => cached(c, ['content'], () => offeredLocales(db)),
    )
    .get(
      '/api/sitemap/:part',
      access('anyone'),
      openapi('Sitemap', 'Returns the pages of one part', sitemapEntriesSchema, 200, { isConditional: true }),
      validate('param', partParameter),
      (c) => {
        const { part } = c.req.valid('param');
        const [name = '', number] = part.split('-');
        const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
        if (!kind) throw new NotFound();
        const load = async () => {
          const entries = await kind.entries(db, Number(number), await offeredLocales(db));
          if (entries.length === 0) throw new NotFound();
          return entries;
        };
        return cached(c, kind.tags, load, part, { isMany: true });
      },
    );
}
