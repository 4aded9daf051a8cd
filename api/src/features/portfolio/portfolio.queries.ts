import type { HeroItem, PortfolioCategory, PortfolioItem } from '@godhuli/contracts/portfolio';
import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../db/database.js';
import { loadPhotographs } from '../../photographs.js';

type Row = Selectable<Database['portfolio']>;

/** How many photographs the hero shows. */
const HERO_COUNT = 4;

const shown = (db: Kysely<Database>) => db.selectFrom('portfolio').selectAll().where('deleted_at', 'is', null);

/** Every item in order, or those of one category. */
export async function listPortfolio(db: Kysely<Database>, category?: PortfolioCategory): Promise<PortfolioItem[]> {
  const all = shown(db).orderBy('position').orderBy('id');
  return present(db, await (category === undefined ? all : all.where('category', '=', category)).execute());
}

/** The items chosen for the hero, else the first of the portfolio; only such as have an image (API-2). */
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

/** One item, deleted or not as asked, locked until the transaction ends. */
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

/** The item, shown or deleted, that was added under an Idempotency-Key. */
export async function findByKey(db: Kysely<Database>, key: string): Promise<PortfolioItem | undefined> {
  const rows = await db.selectFrom('portfolio').selectAll().where('created_with_key', '=', key).execute();
  return (await present(db, rows))[0];
}

/** Ids of every item in order. */
export async function listIds(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('portfolio')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
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

/** Changes some columns, or none, and counts the edit. */
export async function updatePortfolioItem(
  db: Kysely<Database>,
  id: string,
  values: Updateable<Database['portfolio']>,
): Promise<PortfolioItem> {
  const set = { ...values, version: sql<number>`version + 1` };
  const row = await db.updateTable('portfolio').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  return presentOne(db, row);
}

/** Moves an item; that is no edit of it. */
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
  const photographOf = await loadPhotographs(db, [...rows, ...rows.map(portraitOf)]);
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    ...photographOf(row, { alt: row.alt, focal: { x: row.focal_x, y: row.focal_y } }),
    portrait: photographOf(portraitOf(row)).media,
    category: row.category,
    description: row.description,
    place: row.place,
    hero: row.hero,
    position: row.position,
    version: row.version,
  }));
}
