import {
  type HeroItem,
  type PhotoPage,
  PORTFOLIO_CATEGORIES,
  type PortfolioCategory,
  type PortfolioItem,
  type PortfolioPage,
  type PortfolioQuery,
} from '@godhuli/contracts/portfolio';
import type { SitemapEntry } from '@godhuli/contracts/sitemap';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../db/database.js';
import { everyWord, wordsOf } from '../../db/every-word.js';
import { pageOf } from '../../db/page-of.js';
import { slugOf } from '../../db/slug.js';
import { NotFound } from '../../http/errors.js';
import { loadMedia } from '../media/index.js';

type Row = Selectable<Database['portfolio']>;

/** How many photos the hero shows. */
const HERO_COUNT = 4;

/** Whether visitors may see an item. Every public read and the visibility of photos uses this condition. */
export const isPublicItem = sql<boolean>`(portfolio.deleted_at is null)`;

const shown = (db: Kysely<Database>) => db.selectFrom('portfolio').selectAll().where('deleted_at', 'is', null);

/** The items that anyone may see. Every public read begins with it. */
const published = (db: Kysely<Database>) => shown(db).where(isPublicItem);

/** Returns every item that anyone may see in order, or those of one category. */
export async function listPortfolio(db: Kysely<Database>, category?: PortfolioCategory): Promise<PortfolioItem[]> {
  const all = published(db).orderBy('position').orderBy('id');
  return present(db, await (category === undefined ? all : all.where('category', '=', category)).execute());
}

/** Returns one page of the items that match a query, and how many there are. */
export async function listPortfolioPage(db: Kysely<Database>, query: PortfolioQuery): Promise<PortfolioPage> {
  const { category, q, order, cursor, limit } = query;
  const matching = shown(db)
    .$if(category !== undefined, (items) => items.where('category', '=', category as PortfolioCategory))
    .$if(q !== undefined, (items) => items.where(everyWord(SEARCHED, wordsOf(q as string))));
  let page = matching.limit(limit + 1);
  const [position, id] = cursor?.split('.') ?? [];
  if (order === 'newest') {
    page = page.orderBy('id', 'desc').$if(id !== undefined, (items) => items.where('id', '<', id as string));
  } else {
    page = page
      .orderBy('position')
      .orderBy('id')
      .$if(id !== undefined, (items) =>
        items.where(sql<boolean>`(position, id) > (${position}::integer, ${id}::bigint)`),
      );
  }
  const { rows, next } = pageOf(await page.execute(), limit, (row) => `${row.position}.${row.id}`);
  const { total } = await matching
    .clearSelect()
    .select((of) => of.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: await present(db, rows), next, total: Number(total), counts: await countByCategory(db) };
}

/** The text that a search reads, in lower case. */
const SEARCHED = sql<string>`lower(title || E'\\n' || place || E'\\n' || description)`;

async function countByCategory(db: Kysely<Database>): Promise<PortfolioPage['counts']> {
  const rows = await db
    .selectFrom('portfolio')
    .select((of) => ['category', of.fn.countAll<string>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('category')
    .execute();
  const counts = Object.fromEntries(PORTFOLIO_CATEGORIES.map((category) => [category, 0])) as PortfolioPage['counts'];
  for (const { category, count } of rows) counts[category] = Number(count);
  return counts;
}

/** Returns the items chosen for the hero, else the first of the portfolio; only items with an image (API-2). */
export async function listHero(db: Kysely<Database>): Promise<HeroItem[]> {
  const candidates = published(db)
    .where((where) => where.or([where('image', '!=', ''), where('media_id', 'is not', null)]))
    .orderBy('position')
    .orderBy('id')
    .limit(HERO_COUNT);
  const chosen = await candidates.where('hero', '=', true).execute();
  const items = await present(db, chosen.length > 0 ? chosen : await candidates.execute());
  return items.map(({ _id, title, image, media, portrait }) => ({ _id, title, image, media, portrait }));
}

/**
 * Returns items by id. Unknown and deleted items are absent, and for visitors those that are not public.
 * @returns the items, and the ids of those that visitors may see
 */
export async function loadPortfolio(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<{ items: Map<string, PortfolioItem>; publicIds: Set<string> }> {
  if (ids.length === 0) return { items: new Map(), publicIds: new Set() };
  const rows = await shown(db)
    .select(isPublicItem.as('is_public'))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const items = await present(db, rows);
  const publicIds = rows.filter((row) => row.is_public).map((row) => row.id);
  return { items: new Map(items.map((item) => [item._id, item])), publicIds: new Set(publicIds) };
}

/** Returns an item with its neighbours in the order of its category. @throws NotFound when nobody may see it */
export async function findPhoto(db: Kysely<Database>, slug: string): Promise<PhotoPage> {
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
  const [item, ...neighbours] = await present(db, [row, ...before, ...after]);
  const next = after.length > 0 ? neighbours.pop() : undefined;
  return { item: item as PortfolioItem, previous: neighbourOf(neighbours[0]), next: neighbourOf(next) };
}

const neighbourOf = (item: PortfolioItem | undefined): PhotoPage['next'] =>
  item ? { slug: item.slug, title: item.title, image: item.image, media: item.media } : null;

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
export async function listSitemapPart(db: Kysely<Database>, part: number): Promise<SitemapEntry[]> {
  const first = (part - 1) * SITEMAP_IDS;
  const rows = await published(db)
    .clearSelect()
    .leftJoin('media', 'media.id', 'portfolio.media_id')
    .select(['portfolio.slug', 'media.id', 'media.width'])
    .where('portfolio.id', '>', String(first))
    .where('portfolio.id', '<=', String(first + SITEMAP_IDS))
    .orderBy('portfolio.id')
    .execute();
  return rows.map(({ slug, id, width }) => ({ slug, media: id !== null && width !== null ? { id, width } : null }));
}

/** Returns one item, shown or deleted, and locks it until the transaction ends. */
export async function findPortfolioItem(
  db: Kysely<Database>,
  id: string,
  state: 'shown' | 'deleted' = 'shown',
): Promise<PortfolioItem | undefined> {
  const row = await db
    .selectFrom('portfolio')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', state === 'shown' ? 'is' : 'is not', null)
    .forUpdate()
    .execute();
  return (await present(db, row))[0];
}

/** Returns the item, shown or deleted, that was created with an Idempotency-Key. */
export async function findByKey(db: Kysely<Database>, key: string): Promise<PortfolioItem | undefined> {
  const rows = await db.selectFrom('portfolio').selectAll().where('created_with_key', '=', key).execute();
  return (await present(db, rows))[0];
}

/** Returns id and category of every item in order. */
export async function listOrder(db: Kysely<Database>): Promise<{ id: string; category: PortfolioCategory }[]> {
  return shown(db).clearSelect().select(['id', 'category']).orderBy('position').orderBy('id').execute();
}

/** Adds an item at the end of the list, with a slug from its title. Only one writer at a time may do that. */
export async function insertPortfolioItem(
  db: Kysely<Database>,
  values: Omit<Insertable<Database['portfolio']>, 'position'>,
): Promise<PortfolioItem> {
  const { id } = await db
    .insertInto('portfolio')
    .values({ ...values, position: await nextPosition(db) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const base = slugOf(values.title, 'photo');
  // The stored slug is a random one, in case both are taken.
  const slug = sql<string>`coalesce((
    select slug from unnest(${[base, `${base}-${id}`]}::text[]) with ordinality as wanted (slug, rank)
    where not exists (select 1 from portfolio as other where other.slug = wanted.slug)
    order by rank limit 1), portfolio.slug)`;
  const row = await db
    .updateTable('portfolio')
    .set({ slug })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentOne(db, row);
}

/** Changes some columns, or none, and increments the version. */
export async function updatePortfolioItem(
  db: Kysely<Database>,
  id: string,
  values: Updateable<Database['portfolio']>,
): Promise<PortfolioItem> {
  const set = { ...values, version: sql<number>`version + 1` };
  const row = await db.updateTable('portfolio').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  return presentOne(db, row);
}

/** Moves an item, which does not change its version. */
export async function setPosition(db: Kysely<Database>, id: string, position: number): Promise<void> {
  await db.updateTable('portfolio').set({ position }).where('id', '=', id).execute();
}

export async function nextPosition(db: Kysely<Database>): Promise<number> {
  const { last } = await db
    .selectFrom('portfolio')
    .select((of) => of.fn.coalesce(of.fn.max('position'), sql<number>`0`).as('last'))
    .executeTakeFirstOrThrow();
  return last + 1;
}

/** Makes room for one item at `position`. */
export async function shiftFrom(db: Kysely<Database>, position: number): Promise<void> {
  await db.updateTable('portfolio').set({ position: sql`position + 1` }).where('position', '>=', position).execute();
}

async function presentOne(db: Kysely<Database>, row: Row): Promise<PortfolioItem> {
  const [item] = await present(db, [row]);
  return item as PortfolioItem;
}

async function present(db: Kysely<Database>, rows: Row[]): Promise<PortfolioItem[]> {
  const portraitOf = (row: Row) => ({ image: '', media_id: row.portrait_media_id });
  const mediaOf = await loadMedia(db, [...rows, ...rows.map(portraitOf)]);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    slug: row.slug,
    ...mediaOf(row, { alt: row.alt, focal: { x: row.focal_x, y: row.focal_y } }),
    portrait: mediaOf(portraitOf(row)).media,
    category: row.category,
    description: row.description,
    place: row.place,
    hero: row.hero,
    position: row.position,
    version: row.version,
  }));
}
