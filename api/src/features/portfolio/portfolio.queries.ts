import {
  PORTFOLIO_CATEGORIES,
  type PortfolioCategory,
  type PortfolioPage,
  type PortfolioQuery,
  type portfolioUpdateSchema,
  type StaffPortfolioItem,
} from '@godhuli/contracts/portfolio';
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
import { isExpiredTrash } from '../../db/expired-trash.js';
import { editedTranslations } from '../../db/item-translations.js';
import { pageInOrder, pageOf, placeCursor } from '../../db/page-of.js';
import { slugOf } from '../../db/slug.js';
import { nextPosition } from './order.queries.js';
import { PHOTO_TEXTS, presentForStaff, presentOne } from './portfolio-items.js';

/** Returns one page of the items that match a query, and how many there are. */
export async function listPortfolioPage(db: Kysely<Database>, query: PortfolioQuery): Promise<PortfolioPage> {
  const { category, q, show, order } = query;
  const matching = db
    .selectFrom('portfolio')
    .selectAll()
    .where('deleted_at', show === 'trash' ? 'is not' : 'is', null)
    .$if(show === 'published' || show === 'unpublished', (items) => items.where('published', '=', show === 'published'))
    .$if(category !== undefined, (items) => items.where('category', '=', category as PortfolioCategory))
    .$if(q !== undefined, (items) => items.where(everyWord(sql`search`, wordsOf((q as string).normalize('NFC')))));
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

/** Returns items that have been in the trash for too long. */
export async function expiredPortfolioItems(
  db: Kysely<Database>,
  limit: number,
): Promise<{ id: string; version: number }[]> {
  return db
    .selectFrom('portfolio')
    .select(['id', 'version'])
    .where(isExpiredTrash)
    .orderBy('deleted_at')
    .limit(limit)
    .execute();
}
