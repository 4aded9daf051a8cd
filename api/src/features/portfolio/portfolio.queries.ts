import {
  type HeroItem,
  PORTFOLIO_CATEGORIES,
  type PortfolioCategory,
  type PortfolioItem,
  type PortfolioPage,
  type PortfolioQuery,
} from '@godhuli/contracts/portfolio';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../db/database.js';
import { everyWord, wordsOf } from '../../db/every-word.js';
import { pageOf } from '../../db/page-of.js';
import { loadMedia } from '../media/index.js';

type Row = Selectable<Database['portfolio']>;

/** How many photos the hero shows. */
const HERO_COUNT = 4;

const shown = (db: Kysely<Database>) => db.selectFrom('portfolio').selectAll().where('deleted_at', 'is', null);

/** Returns every item in order, or those of one category. */
export async function listPortfolio(db: Kysely<Database>, category?: PortfolioCategory): Promise<PortfolioItem[]> {
  const all = shown(db).orderBy('position').orderBy('id');
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
  const candidates = shown(db)
    .where((where) => where.or([where('image', '!=', ''), where('media_id', 'is not', null)]))
    .orderBy('position')
    .orderBy('id')
    .limit(HERO_COUNT);
  const chosen = await candidates.where('hero', '=', true).execute();
  const items = await present(db, chosen.length > 0 ? chosen : await candidates.execute());
  return items.map(({ _id, title, image, media, portrait }) => ({ _id, title, image, media, portrait }));
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

/** Adds an item at the end of the list. */
export async function insertPortfolioItem(
  db: Kysely<Database>,
  values: Omit<Insertable<Database['portfolio']>, 'position'>,
): Promise<PortfolioItem> {
  const row = await db
    .insertInto('portfolio')
    .values({ ...values, position: await nextPosition(db) })
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
