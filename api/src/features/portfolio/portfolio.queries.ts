import type { Locale, TranslatedLocale } from '@godhuli/contracts/locales';
import {
  type HeroItem,
  HIGHLIGHTS,
  type Highlight,
  type PhotoPage,
  PORTFOLIO_CATEGORIES,
  type PortfolioCategory,
  type PortfolioItem,
  type PortfolioPage,
  type PortfolioQuery,
  type portfolioUpdateSchema,
  type StaffPortfolioItem,
  TAB_CATEGORIES,
} from '@godhuli/contracts/portfolio';
import type { SitemapEntry } from '@godhuli/contracts/sitemap';
import {
  type Insertable,
  type Kysely,
  type Selectable,
  type SelectQueryBuilder,
  sql,
  type Transaction,
  type Updateable,
  type UpdateObject,
} from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { everyWord, wordsOf } from '../../db/every-word.js';
import { editedTranslations, inLanguage, titlesOf, translationsOf } from '../../db/item-translations.js';
import { pageInOrder, pageOf, placeCursor } from '../../db/page-of.js';
import { slugOf } from '../../db/slug.js';
import { NotFound } from '../../http/errors.js';
import { captureTimes, loadMedia } from '../media/index.js';

type Row = Selectable<Database['portfolio']>;

/** The columns that have a text in each language. */
export const PHOTO_TEXTS = ['title', 'description', 'place', 'alt'] as const;

/** How many photos the hero shows. */
const HERO_COUNT = 4;

/** Whether visitors may see an item. Every public read and the visibility of photos uses this condition. */
export const isPublicItem = sql<boolean>`(portfolio.deleted_at is null and portfolio.published)`;

/** What staff see outside the trash. */
const shown = (db: Kysely<Database>) => db.selectFrom('portfolio').selectAll().where('deleted_at', 'is', null);

/** The items that anyone may see. Every public read begins with it. */
const published = (db: Kysely<Database>) => shown(db).where(isPublicItem);

/** Items of the whole list that one statement reads or moves. */
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

/** Returns one page of the items that match a query, and how many there are. */
export async function listPortfolioPage(db: Kysely<Database>, query: PortfolioQuery): Promise<PortfolioPage> {
  const { category, q, show, order } = query;
  const matching = db
    .selectFrom('portfolio')
    .selectAll()
    .where('deleted_at', show === 'trash' ? 'is not' : 'is', null)
    .$if(show === 'published' || show === 'unpublished', (items) => items.where('published', '=', show === 'published'))
    .$if(category !== undefined, (items) => items.where('category', '=', category as PortfolioCategory))
    .$if(q !== undefined, (items) => items.where(everyWord(SEARCHED, wordsOf(q as string))));
  const { rows, next } = order === 'newest' ? await newestPage(matching, query) : await pageInOrder(matching, query);
  const { total } = await matching
    .clearSelect()
    .select((of) => of.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: await presentForStaff(db, rows), next, total: Number(total), ...(await countItems(db)) };
}

/** A page of the items that match, the newest first. */
async function newestPage(
  matching: SelectQueryBuilder<Database, 'portfolio', Selectable<Database['portfolio']>>,
  { cursor, limit }: PortfolioQuery,
) {
  const [, id] = cursor?.split('.') ?? [];
  const found = await matching
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .$if(id !== undefined, (items) => items.where('id', '<', id as string))
    .execute();
  return pageOf(found, limit, placeCursor);
}

/** The text that a search reads, in lower case. */
const SEARCHED = sql<string>`lower(title || E'\\n' || place || E'\\n' || description)`;

async function countItems(db: Kysely<Database>): Promise<Pick<PortfolioPage, 'counts' | 'unpublished' | 'trashed'>> {
  const rows = await db
    .selectFrom('portfolio')
    .select([
      'category',
      sql<string>`count(*) filter (where deleted_at is null)`.as('kept'),
      sql<string>`count(*) filter (where deleted_at is null and not published)`.as('unpublished'),
      sql<string>`count(*) filter (where deleted_at is not null)`.as('trashed'),
    ])
    .groupBy('category')
    .execute();
  const counts = Object.fromEntries(PORTFOLIO_CATEGORIES.map((category) => [category, 0])) as PortfolioPage['counts'];
  for (const { category, kept } of rows) counts[category] = Number(kept);
  const sum = (part: 'unpublished' | 'trashed') => rows.reduce((total, row) => total + Number(row[part]), 0);
  return { counts, unpublished: sum('unpublished'), trashed: sum('trashed') };
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

/** Returns the categories that have published photos, in the order of the gallery. */
export async function publishedCategories(db: Kysely<Database>): Promise<PortfolioCategory[]> {
  const rows = await published(db).clearSelect().select('category').distinct().execute();
  return PORTFOLIO_CATEGORIES.filter((category) => rows.some((row) => row.category === category));
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

/** Returns one item, kept or deleted, and locks it until the transaction ends. */
export async function lockPortfolioItem(
  transaction: Transaction<Database>,
  id: string,
  state: 'kept' | 'deleted' = 'kept',
): Promise<StaffPortfolioItem | undefined> {
  const row = await transaction
    .selectFrom('portfolio')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', state === 'kept' ? 'is' : 'is not', null)
    .forUpdate()
    .execute();
  return (await presentForStaff(transaction, row))[0];
}

/** Returns items by id, kept or deleted, and locks them until the transaction ends. */
export async function lockPortfolioItems(
  transaction: Transaction<Database>,
  ids: readonly string[],
): Promise<Map<string, StaffPortfolioItem>> {
  const rows = await transaction
    .selectFrom('portfolio')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map((await presentForStaff(transaction, rows)).map((item) => [item._id, item]));
}

/** Returns the item, kept or deleted, that was created with an Idempotency-Key. */
export async function findByKey(db: Kysely<Database>, key: string): Promise<StaffPortfolioItem | undefined> {
  const rows = await db.selectFrom('portfolio').selectAll().where('created_with_key', '=', key).execute();
  return (await presentForStaff(db, rows))[0];
}

/** Returns the first items with one of these photos, also those in the trash. */
export async function itemsWithMedia(
  db: Kysely<Database>,
  mediaIds: readonly string[],
): Promise<{ _id: string; title: string; isInTrash: boolean }[]> {
  if (mediaIds.length === 0) return [];
  return db
    .selectFrom('portfolio')
    .select(['id as _id', 'title', sql<boolean>`deleted_at is not null`.as('isInTrash')])
    .where('media_id', 'in', mediaIds)
    .orderBy('id')
    .limit(5)
    .execute();
}

/** The place of an item in the list. */
export type Place = Pick<Row, 'position' | 'id'>;
interface Part {
  category?: PortfolioCategory;
  after?: Place;
  before?: Place;
}

const rowOf = ({ position, id }: Place) => sql`(${position}::integer, ${id}::bigint)`;

/** The places of all items except one. */
const others = (db: Kysely<Database>, id: string, { category, after, before }: Part) =>
  shown(db)
    .clearSelect()
    .select(['id', 'position'])
    .where('id', '!=', id)
    .where(category ? sql<boolean>`category = ${category}` : sql<boolean>`true`)
    .where(after ? sql<boolean>`(position, id) > ${rowOf(after)}` : sql<boolean>`true`)
    .where(before ? sql<boolean>`(position, id) < ${rowOf(before)}` : sql<boolean>`true`)
    .limit(1);

/** Returns the place of an item that is not `movedId`. */
export const placeOf = (db: Kysely<Database>, movedId: string, id: string): Promise<Place | undefined> =>
  others(db, movedId, {}).where('id', '=', id).executeTakeFirst();

/** Returns the place of the first item of a part of the list, without `movedId`. */
export const firstOther = (db: Kysely<Database>, movedId: string, part: Part): Promise<Place | undefined> =>
  others(db, movedId, part).orderBy('position').orderBy('id').executeTakeFirst();

/** Returns the place of the last item of a part of the list, without `movedId`. */
export const lastOther = (db: Kysely<Database>, movedId: string, part: Part): Promise<Place | undefined> =>
  others(db, movedId, part).orderBy('position', 'desc').orderBy('id', 'desc').executeTakeFirst();

/** Adds an item at the end of the list, with a slug from its title. Only one writer at a time may do that. */
export async function insertPortfolioItem(
  db: Kysely<Database>,
  values: Omit<Insertable<Database['portfolio']>, 'position'>,
): Promise<StaffPortfolioItem> {
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

/** Returns the column `translations` of an item after an edit; undefined if the edit names none. */
export async function nextTranslations(
  db: Kysely<Database>,
  id: string,
  edit: z.output<typeof portfolioUpdateSchema>,
): Promise<string | undefined> {
  const columns = [...PHOTO_TEXTS, 'translations'] as const;
  const row = await db.selectFrom('portfolio').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  return editedTranslations(PHOTO_TEXTS, edit, row);
}

/** Changes some columns, or none, and increments the version. */
export async function updatePortfolioItem(
  db: Kysely<Database>,
  id: string,
  values: UpdateObject<Database, 'portfolio'>,
): Promise<StaffPortfolioItem> {
  const set = { ...values, version: sql<number>`version + 1` };
  const row = await db.updateTable('portfolio').set(set).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
  return presentOne(db, row);
}

/** Changes many items with one statement and increments their versions. @param titles one for each id */
export async function updatePortfolioItems(
  db: Kysely<Database>,
  ids: readonly string[],
  change: { columns?: Updateable<Database['portfolio']>; titles?: readonly string[]; isDeleted?: boolean },
): Promise<Map<string, StaffPortfolioItem>> {
  const { columns = {}, titles, isDeleted } = change;
  const set = {
    ...columns,
    version: sql<number>`version + 1`,
    ...(titles && {
      title: sql<string>`(${sql.val([...titles])}::text[])[array_position(${sql.val([...ids])}::bigint[], id)]`,
    }),
    ...(isDeleted !== undefined && { deleted_at: isDeleted ? sql<Date>`now()` : null }),
  };
  const rows = await db.updateTable('portfolio').set(set).where('id', 'in', ids).returningAll().execute();
  return new Map((await presentForStaff(db, rows)).map((item) => [item._id, item]));
}

/** Removes items for good, also from the albums that they were in. */
export async function deletePortfolioItems(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('album_entries').where('portfolio_id', 'in', ids).execute();
  await db.updateTable('albums').set({ cover_id: null }).where('cover_id', 'in', ids).execute();
  await db.deleteFrom('portfolio').where('id', 'in', ids).execute();
}

/** Returns the images that items have or had: with the items, their history can no longer be restored. */
export async function mediaIdsOfHistory(db: Kysely<Database>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select media_id as id from portfolio where id = any(${sql.val([...ids])}::bigint[]) and media_id is not null
    union select portrait_media_id from portfolio
      where id = any(${sql.val([...ids])}::bigint[]) and portrait_media_id is not null
    union select photo ->> 'id' from audit, lateral (
      values (before -> 'media'), (before -> 'portrait'), (after -> 'media'), (after -> 'portrait')
    ) as photos (photo)
      where action like 'portfolio.%' and entity_id = any(${sql.val([...ids])}::text[])
        and photo ->> 'id' is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns items that have been in the trash for longer than so many days. */
export async function expiredPortfolioItems(
  db: Kysely<Database>,
  days: number,
  limit: number,
): Promise<{ id: string; version: number }[]> {
  return db
    .selectFrom('portfolio')
    .select(['id', 'version'])
    .where(sql<boolean>`deleted_at < now() - make_interval(days => ${days})`)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
}

/**
 * Sorts items by the time at which their photos were taken; those without one follow. The items keep the positions that they
 * have together.
 * @returns how many items were sorted, and how many have no time
 */
export async function sortByCaptureTime(
  db: Kysely<Database>,
  { ids, category }: { ids?: readonly string[]; category?: PortfolioCategory },
): Promise<{ sorted: number; untimed: number }> {
  const isChosen = ids ? sql`portfolio.id = any(${sql.val([...ids])}::bigint[])` : sql`true`;
  const isOfCategory = category ? sql`category = ${category}` : sql`true`;
  const { rows } = await sql<{ id: string; position: number; isMoved: boolean; isTimed: boolean }>`
    with chosen as (
      select portfolio.id, position, taken_at,
        row_number() over (order by position, portfolio.id) as place,
        row_number() over (order by taken_at collate "C" nulls last, position, portfolio.id) as wanted
      from portfolio left join media on media.id = media_id
      where deleted_at is null and ${isChosen} and ${isOfCategory}
    )
    select chosen.id, at.position, chosen.position <> at.position as "isMoved", chosen.taken_at is not null as "isTimed"
    from chosen join chosen at on at.place = chosen.wanted
    order by chosen.id`.execute(db);
  const moved = rows.filter(({ isMoved }) => isMoved);
  for (let start = 0; start < moved.length; start += SLICE) {
    const slice = moved.slice(start, start + SLICE);
    const ids = slice.map(({ id }) => id);
    const positions = slice.map(({ position }) => position);
    await sql`
      update portfolio set position = moved.position
      from unnest(${sql.val(ids)}::bigint[], ${sql.val(positions)}::integer[]) as moved (id, position)
      where portfolio.id = moved.id`.execute(db);
  }
  return { sorted: rows.length, untimed: rows.filter(({ isTimed }) => !isTimed).length };
}

/**
 * Moves an item directly before another one, or to the end, which changes no version. Writes only the items between the two
 * places, also those in the trash; at the start and at the end none.
 * @returns its new position
 */
export async function moveBefore(db: Kysely<Database>, item: Place, follower: Place | null): Promise<number> {
  const position = await positionBefore(db, item, follower);
  await db.updateTable('portfolio').set({ position }).where('id', '=', item.id).execute();
  return position;
}

async function positionBefore(db: Kysely<Database>, item: Place, follower: Place | null): Promise<number> {
  if (follower === null) return nextPosition(db);
  if (!(await lastOther(db, item.id, { before: follower }))) return (await outermost(db, 'min')) - 1;
  const shift = (step: 1 | -1, from: Place, to: Place) =>
    db
      .updateTable('portfolio')
      .set({ position: sql`position + ${step}` })
      .where(sql<boolean>`(position, id) >= ${rowOf(from)} and (position, id) < ${rowOf(to)}`)
      .where('id', '!=', item.id)
      .execute();
  if (item.position < follower.position) {
    await shift(-1, item, follower);
    return follower.position - 1;
  }
  await shift(1, follower, item);
  return follower.position;
}

const nextPosition = async (db: Kysely<Database>) => (await outermost(db, 'max')) + 1;

/** Returns the lowest or highest position of all items, also those in the trash; 0 without items. */
async function outermost(db: Kysely<Database>, which: 'min' | 'max'): Promise<number> {
  const { position } = await db
    .selectFrom('portfolio')
    .select((of) => of.fn.coalesce(of.fn[which]('position'), sql<number>`0`).as('position'))
    .executeTakeFirstOrThrow();
  return position;
}

async function presentOne(db: Kysely<Database>, row: Row): Promise<StaffPortfolioItem> {
  const [item] = await presentForStaff(db, [row]);
  return item as StaffPortfolioItem;
}

/** With what visitors do not see: whether it is published, when it was taken and deleted. */
async function presentForStaff(db: Kysely<Database>, rows: Row[]): Promise<StaffPortfolioItem[]> {
  const items = await present(db, rows);
  const taken = await captureTimes(db, rows);
  return items.map((item, index) => {
    const row = rows[index] as Row;
    const { published, deleted_at, media_id } = row;
    const { takenAt = null, takenOffset = null } = taken.get(media_id ?? '') ?? {};
    const deletedAt = deleted_at?.toISOString() ?? null;
    return { ...item, published, takenAt, takenOffset, deletedAt, ...translationsOf(PHOTO_TEXTS, row) };
  });
}

async function present(db: Kysely<Database>, english: Row[], locale: Locale = 'en'): Promise<PortfolioItem[]> {
  const rows = english.map((row) => inLanguage(row, locale));
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
