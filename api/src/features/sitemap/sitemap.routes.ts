import {
  type SitemapEntry,
  sitemapEntriesSchema,
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
import { listSitemapPart, listSitemapParts } from '../portfolio/index.js';

/** A kind of pages, of which there is one for each row of a table. */
interface Kind {
  tags: readonly CacheTag[];
  /** the numbers of its parts that are not empty */
  parts(db: Kysely<Database>): Promise<number[]>;
  entries(db: Kysely<Database>, part: number): Promise<SitemapEntry[]>;
}

/** A kind with at most some hundred pages. */
function onePart(tags: Kind['tags'], list: (db: Kysely<Database>) => Promise<SitemapEntry[]>): Kind {
  return {
    tags,
    parts: async (db) => ((await list(db)).length > 0 ? [1] : []),
    entries: async (db, part) => (part === 1 ? list(db) : []),
  };
}

const KINDS: Readonly<Record<string, Kind>> = {
  photos: { tags: ['portfolio', 'media'], parts: listSitemapParts, entries: listSitemapPart },
  stories: onePart(['albums', 'portfolio', 'videos', 'media'], async (db) =>
    (await listStories(db)).map(({ slug, cover }) => ({ slug, media: cover })),
  ),
  films: onePart(['videos', 'media'], async (db) =>
    (await listFilms(db)).map(({ slug, poster }) => ({ slug, media: poster })),
  ),
};
const ALL_TAGS = [...new Set(Object.values(KINDS).flatMap(({ tags }) => tags))];

async function listParts(db: Kysely<Database>): Promise<string[]> {
  const parts = Object.entries(KINDS).map(async ([kind, { parts }]) =>
    (await parts(db)).map((part) => `${kind}-${part}`),
  );
  return (await Promise.all(parts)).flat();
}

const partParameter = z.object({ part: sitemapPartSchema });

/** The pages that exist, in parts of limited size. */
export function sitemapRoutes({ db, cached }: ApiDependencies) {
  return new Hono<ApiEnv>()
    .get(
      '/api/sitemap',
      access('anyone'),
      openapi('Sitemap', 'Returns the parts of the sitemap', sitemapPartsSchema, 200, { isConditional: true }),
      (c) => cached(c, ALL_TAGS, () => listParts(db)),
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
          const entries = await kind.entries(db, Number(number));
          if (entries.length === 0) throw new NotFound();
          return entries;
        };
        return cached(c, kind.tags, load, part, { isMany: true });
      },
    );
}
