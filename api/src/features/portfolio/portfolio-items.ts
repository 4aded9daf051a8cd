import type { Locale } from '@godhuli/contracts/locales';
import type { PortfolioItem, StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { inLanguage, translationsOf } from '../../db/item-translations.js';
import { captureTimes, loadMedia } from '../media/index.js';

export type Row = Selectable<Database['portfolio']>;

/** The columns that have a text in each language. */
export const PHOTO_TEXTS = ['title', 'description', 'place', 'alt'] as const;

/** Whether visitors may see an item. Every public read and the visibility of photos uses this condition. */
export const isPublicItem = sql<boolean>`(portfolio.deleted_at is null and portfolio.published)`;

/** What staff see outside the trash. */
export const shown = (db: Kysely<Database>) => db.selectFrom('portfolio').selectAll().where('deleted_at', 'is', null);

/** The items that anyone may see. Every public read begins with it. */
export const published = (db: Kysely<Database>) => shown(db).where(isPublicItem);

export async function presentOne(db: Kysely<Database>, row: Row): Promise<StaffPortfolioItem> {
  const [item] = await presentForStaff(db, [row]);
  return item as StaffPortfolioItem;
}

/** With what visitors do not see: whether it is published, when it was taken and deleted. */
export async function presentForStaff(db: Kysely<Database>, rows: Row[]): Promise<StaffPortfolioItem[]> {
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

export async function present(db: Kysely<Database>, english: Row[], locale: Locale = 'en'): Promise<PortfolioItem[]> {
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
