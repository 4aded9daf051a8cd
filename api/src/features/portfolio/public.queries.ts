import type { Locale } from '@godhuli/contracts/locales';
import {
  type HeroItem,
  HIGHLIGHTS,
  type Highlight,
  type PhotoPage,
  PORTFOLIO_CATEGORIES,
  type PortfolioCategory,
  type PortfolioItem,
  TAB_CATEGORIES,
} from '@godhuli/contracts/portfolio';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { NotFound } from '../../http/errors.js';
import { isPublicItem, present, published, type Row, shown } from './portfolio-items.js';

/** How many photos the hero shows. */
const HERO_COUNT = 4;

/** Items that one statement reads. */
const SLICE = 500;

/** Returns every item that anyone may see in order, or those of one category. Other queries run between its slices. */
export async function listPortfolio(db: Kysely<Database>, category?: PortfolioCategory): Promise<PortfolioItem[]> {
  const order = await published(db)
    .clearSelect()
    .select('id')
    .$if(category !== undefined, (all) => all.where('category', '=', category as PortfolioCategory))
    .orderBy('position')
    .orderBy('id')
    .execute();
  const items: PortfolioItem[] = [];
  for (let start = 0; start < order.length; start += SLICE) {
    const ids = order.slice(start, start + SLICE).map(({ id }) => id);
    const rows = await published(db).where('id', 'in', ids).execute();
    const places = new Map(ids.map((id, place) => [id, place]));
    const placeOf = (row: Row) => places.get(row.id) as number;
    items.push(
      ...(await present(
        db,
        rows.sort((one, other) => placeOf(one) - placeOf(other)),
      )),
    );
  }
  return items;
}

/** Returns the first items of each category that anyone may see, in order, with the number of all in it. */
export async function listHighlights(db: Kysely<Database>, locale: Locale = 'en'): Promise<Highlight[]> {
  const first = async (category: PortfolioCategory) => {
    const all = published(db).where('category', '=', category);
    const counted = all.clearSelect().select((fields) => fields.fn.countAll<string>().as('total'));
    const rows = await all.orderBy('position').orderBy('id').limit(HIGHLIGHTS).execute();
    return { rows, total: Number((await counted.executeTakeFirstOrThrow()).total) };
  };
  const categories = await Promise.all(TAB_CATEGORIES.map(first));
  const totals = new Map(categories.flatMap(({ rows, total }) => rows.map(({ id }) => [id, total] as const)));
  const inOrder = categories
    .flatMap(({ rows }) => rows)
    .sort((one, other) => one.position - other.position || Number(one.id) - Number(other.id));
  const items = await present(db, inOrder, locale);
  return items.map((item) => ({ ...item, total: totals.get(item._id) ?? 0 }));
}

/** Returns the items chosen for the hero, else the first of the portfolio; only items with an image (API-2). */
export async function listHero(db: Kysely<Database>, locale: Locale = 'en'): Promise<HeroItem[]> {
  const candidates = published(db)
    .where((where) => where.or([where('image', '!=', ''), where('media_id', 'is not', null)]))
    .orderBy('position')
    .orderBy('id')
    .limit(HERO_COUNT);
  const chosen = await candidates.where('hero', '=', true).execute();
  const items = await present(db, chosen.length > 0 ? chosen : await candidates.execute(), locale);
  return items.map(({ _id, title, image, media, portrait }) => ({ _id, title, image, media, portrait }));
}

/**
 * Returns items by id. Unknown and deleted items are absent, and for visitors those that are not public.
 * @returns the items, and the ids of those that visitors may see
 */
export async function loadPortfolio(
  db: Kysely<Database>,
  ids: readonly string[],
  locale: Locale = 'en',
): Promise<{ items: Map<string, PortfolioItem>; publicIds: Set<string> }> {
  if (ids.length === 0) return { items: new Map(), publicIds: new Set() };
  const rows = await shown(db)
    .select(isPublicItem.as('is_public'))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const items = await present(db, rows, locale);
  const publicIds = rows.filter((row) => row.is_public).map((row) => row.id);
  return { items: new Map(items.map((item) => [item._id, item])), publicIds: new Set(publicIds) };
}

/** Returns an item with its neighbours in the order of its category. @throws NotFound when nobody may see it */
export async function findPhoto(db: Kysely<Database>, slug: string, locale: Locale = 'en'): Promise<PhotoPage> {
  const row = await published(db).where('slug', '=', slug).executeTakeFirst();
  if (!row) throw new NotFound();
  const ofCategory = published(db).where('category', '=', row.category).limit(1);
  const place = sql`(${row.position}::integer, ${row.id}::bigint)`;
  const [before, after] = await Promise.all([
    ofCategory
      .where(sql<boolean>`(position, id) < ${place}`)
      .orderBy('position', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    ofCategory.where(sql<boolean>`(position, id) > ${place}`).orderBy('position').orderBy('id').execute(),
  ]);
  const [item, ...neighbours] = await present(db, [row, ...before, ...after], locale);
  const next = after.length > 0 ? neighbours.pop() : undefined;
  return { item: item as PortfolioItem, previous: neighbourOf(neighbours[0]), next: neighbourOf(next) };
}

const neighbourOf = (item: PortfolioItem | undefined): PhotoPage['next'] =>
  item ? { slug: item.slug, title: item.title, image: item.image, media: item.media } : null;

/** Returns the categories that have published photos, in the order of the gallery. */
export async function publishedCategories(db: Kysely<Database>): Promise<PortfolioCategory[]> {
  const rows = await published(db).clearSelect().select('category').distinct().execute();
  return PORTFOLIO_CATEGORIES.filter((category) => rows.some((row) => row.category === category));
}
