import type { AlbumPage, AlbumQuery, AlbumSummary, StorySummary } from '@godhuli/contracts/albums';
import type { Locale } from '@godhuli/contracts/locales';
import type { Media } from '@godhuli/contracts/media';
import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { inLanguage } from '../../db/item-translations.js';
import { pageInOrder } from '../../db/page-of.js';
import { isPublicFilm } from '../films/index.js';
import { isPublicItem, loadPortfolio } from '../portfolio/index.js';

export type AlbumRow = Selectable<Database['albums']>;

/** The columns that have a text in each language. */
export const STORY_TEXTS = ['title', 'client', 'place', 'description'] as const;

/** The most stories that visitors see in one list. */
const MAX_STORIES = 200;

/** Whether visitors may see an album. */
const isPublicAlbum = sql<boolean>`(albums.published and albums.deleted_at is null)`;

/** Returns the published stories in order, of one category or of all. */
export async function listStories(
  db: Kysely<Database>,
  locale: Locale = 'en',
  { category = null, limit = MAX_STORIES }: { category?: PortfolioCategory | null; limit?: number } = {},
): Promise<StorySummary[]> {
  const rows = await db
    .selectFrom('albums')
    .selectAll()
    .where(isPublicAlbum)
    .$if(category !== null, (albums) => albums.where('category', '=', category as PortfolioCategory))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
  return summarise(
    db,
    rows.map((row) => inLanguage(row, locale)),
    true,
    locale,
  );
}

/** Returns one page of all albums in order, and how many there are. */
export async function listAlbumPage(db: Kysely<Database>, query: AlbumQuery): Promise<AlbumPage> {
  const albums = db.selectFrom('albums').where('deleted_at', 'is', null);
  const { rows, next } = await pageInOrder(albums.selectAll(), query);
  const { total } = await albums.select((of) => of.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  const summaries = await summarise(db, rows, false);
  const items = rows.flatMap((row, index): AlbumSummary[] => {
    const summary = summaries[index];
    return summary ? [{ ...summary, published: row.published, position: row.position, version: row.version }] : [];
  });
  return { items, next, total: Number(total) };
}

/** Returns the published album with this slug. */
export function findStory(db: Kysely<Database>, slug: string): Promise<AlbumRow | undefined> {
  return db.selectFrom('albums').selectAll().where('slug', '=', slug).where(isPublicAlbum).executeTakeFirst();
}

/** Returns the published albums before and after one in the order of the list. */
export async function findNeighbours(db: Kysely<Database>, { id, position }: AlbumRow): Promise<Neighbours> {
  const others = db.selectFrom('albums').selectAll().where(isPublicAlbum).limit(1);
  const here = sql`(${position}::integer, ${id}::bigint)`;
  const previous = await others
    .where(sql<boolean>`(position, id) < ${here}`)
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const next = await others
    .where(sql<boolean>`(position, id) > ${here}`)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst();
  return { previous: previous ?? null, next: next ?? null };
}

interface Neighbours {
  previous: AlbumRow | null;
  next: AlbumRow | null;
}

/** Returns the covers of albums by album id: the chosen photo, otherwise the first one. */
export async function coversOf(
  db: Kysely<Database>,
  albums: readonly AlbumRow[],
  onlyPublic: boolean,
  locale: Locale = 'en',
): Promise<Map<string, Media | null>> {
  const first = await firstPhotos(
    db,
    albums.map(({ id }) => id),
    onlyPublic,
  );
  const ids = albums.flatMap(({ id, cover_id }) => [cover_id, first.get(id) ?? null].filter((each) => each !== null));
  const { items, publicIds } = await loadPortfolio(db, ids, locale);
  const mediaOf = (id: string | null | undefined) =>
    id && (!onlyPublic || publicIds.has(id)) ? items.get(id)?.media : undefined;
  return new Map(albums.map(({ id, cover_id }) => [id, mediaOf(cover_id) ?? mediaOf(first.get(id)) ?? null]));
}

/** Returns the id of the first photo of each album. */
async function firstPhotos(db: Kysely<Database>, albumIds: string[], onlyPublic: boolean) {
  if (albumIds.length === 0) return new Map<string, string>();
  const rows = await db
    .selectFrom('album_sections')
    .innerJoin('album_entries', 'album_entries.section_id', 'album_sections.id')
    .innerJoin('portfolio', 'portfolio.id', 'album_entries.portfolio_id')
    .distinctOn('album_sections.album_id')
    .select(['album_sections.album_id', 'portfolio.id'])
    .where('album_sections.album_id', 'in', albumIds)
    .where('portfolio.media_id', 'is not', null)
    .where(onlyPublic ? isPublicItem : sql<boolean>`portfolio.deleted_at is null`)
    .orderBy('album_sections.album_id')
    .orderBy('album_sections.position')
    .orderBy('album_entries.position')
    .execute();
  return new Map(rows.map(({ album_id, id }) => [album_id, id]));
}

async function summarise(
  db: Kysely<Database>,
  albums: readonly AlbumRow[],
  onlyPublic: boolean,
  locale: Locale = 'en',
): Promise<StorySummary[]> {
  const covers = await coversOf(db, albums, onlyPublic, locale);
  const counts = await countEntries(
    db,
    albums.map(({ id }) => id),
    onlyPublic,
  );
  return albums.map((album) => ({
    ...detailsOf(album),
    cover: covers.get(album.id) ?? null,
    photoCount: Number(counts.get(album.id)?.photos ?? 0),
    filmCount: Number(counts.get(album.id)?.films ?? 0),
  }));
}

async function countEntries(db: Kysely<Database>, albumIds: string[], onlyPublic: boolean) {
  if (albumIds.length === 0) return new Map<string, { photos: string; films: string }>();
  const photo = onlyPublic ? isPublicItem : sql<boolean>`portfolio.deleted_at is null`;
  const film = onlyPublic ? isPublicFilm : sql<boolean>`videos.deleted_at is null`;
  const rows = await db
    .selectFrom('album_sections')
    .innerJoin('album_entries', 'album_entries.section_id', 'album_sections.id')
    .leftJoin('portfolio', 'portfolio.id', 'album_entries.portfolio_id')
    .leftJoin('videos', 'videos.id', 'album_entries.video_id')
    .select('album_sections.album_id')
    .select(sql<string>`count(*) filter (where portfolio.id is not null and ${photo})`.as('photos'))
    .select(sql<string>`count(*) filter (where videos.id is not null and ${film})`.as('films'))
    .where('album_sections.album_id', 'in', albumIds)
    .groupBy('album_sections.album_id')
    .execute();
  return new Map(rows.map(({ album_id, ...counts }) => [album_id, counts]));
}

/** Returns the columns of an album in the API's format. */
export function detailsOf({ id, slug, title, client, place, date, category, description }: AlbumRow) {
  return { _id: id, slug, title, client, place, date, category, description };
}
