import { type GalleryPage, PHOTOS_PER_PAGE } from '@godhuli/contracts/albums';
import { categoryOf } from '@godhuli/contracts/category-of';
import type { Locale } from '@godhuli/contracts/locales';
import { type PortfolioCategory, portfolioCategorySchema } from '@godhuli/contracts/portfolio';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { listFilms } from '../films/index.js';
import { listPackages } from '../packages/index.js';
import { isPublicItem, loadPortfolio } from '../portfolio/index.js';
import { listStories } from './albums.queries.js';

/**
 * Returns one page of the public gallery: photos, and on the first page also stories, films and, of a category,
 * packages.
 * @param name `all`, a category, or one of its further pages, `wedding-2`
 * @throws NotFound after the last page
 */
export async function readGalleryPage(db: Kysely<Database>, name: string, locale: Locale = 'en'): Promise<GalleryPage> {
  const [noun, number = '1'] = name.split('-');
  const category = portfolioCategorySchema.safeParse(noun).data ?? null;
  const page = Number(number);
  const shown = db
    .selectFrom('portfolio')
    .where(isPublicItem)
    .$if(category !== null, (rows) => rows.where('category', '=', category as PortfolioCategory));
  const { count } = await shown.select(sql<string>`count(*)`.as('count')).executeTakeFirstOrThrow();
  const total = Number(count);
  const pages = Math.max(1, Math.ceil(total / PHOTOS_PER_PAGE));
  if (page > pages) throw new NotFound();
  const rows = await shown
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .limit(PHOTOS_PER_PAGE)
    .offset((page - 1) * PHOTOS_PER_PAGE)
    .execute();
  const ids = rows.map(({ id }) => id);
  const { items } = await loadPortfolio(db, ids, locale);
  const isOffered = (each: { category: string }) => categoryOf(each.category) === category;
  return {
    category,
    page,
    pages,
    total,
    photos: ids.flatMap((id) => items.get(id) ?? []),
    stories: page === 1 ? await listStories(db, locale, { category }) : [],
    films: page === 1 ? await listFilms(db, locale, { category }) : [],
    packages: page === 1 && category !== null ? (await listPackages(db)).filter(isOffered) : [],
  };
}
