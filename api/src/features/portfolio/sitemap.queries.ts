import type { TranslatedLocale } from '@godhuli/contracts/locales';
import type { SitemapEntry } from '@godhuli/contracts/sitemap';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { titlesOf } from '../../db/item-translations.js';
import { published } from './portfolio-items.js';

/** Items of one part of the sitemap: those whose ids are in the same range, so that new items do not move old ones. */
const SITEMAP_IDS = 1000;

/** Returns the numbers, from 1, of the parts of the sitemap that have an item. */
export async function listSitemapParts(db: Kysely<Database>): Promise<number[]> {
  const rows = await published(db)
    .clearSelect()
    .select(sql<number>`((id - 1) / ${sql.lit(SITEMAP_IDS)})::integer + 1`.as('part'))
    .distinct()
    .orderBy('part')
    .execute();
  return rows.map(({ part }) => part);
}

/** Returns the items of one part of the sitemap. */
export async function listSitemapPart(
  db: Kysely<Database>,
  part: number,
  locales: readonly TranslatedLocale[],
): Promise<SitemapEntry[]> {
  const first = (part - 1) * SITEMAP_IDS;
  const rows = await published(db)
    .clearSelect()
    .leftJoin('media', 'media.id', 'portfolio.media_id')
    .select(['portfolio.slug', 'portfolio.title', 'portfolio.translations', 'media.id', 'media.width'])
    .where('portfolio.id', '>', String(first))
    .where('portfolio.id', '<=', String(first + SITEMAP_IDS))
    .orderBy('portfolio.id')
    .execute();
  return rows.map(({ id, width, ...row }) => ({
    ...{ slug: row.slug, title: row.title, titles: titlesOf(row, locales) },
    media: id !== null && width !== null ? { id, width } : null,
  }));
}
