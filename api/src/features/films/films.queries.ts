import { parseFilmLink } from '@godhuli/contracts/film-link';
import type { Film, FilmQuery, StaffFilm, VideoList } from '@godhuli/contracts/films';
import type { Locale } from '@godhuli/contracts/locales';
import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../db/database.js';
import { inLanguage, translationsOf } from '../../db/item-translations.js';
import { pageInOrder } from '../../db/page-of.js';
import { loadMedia } from '../media/index.js';

export type FilmRow = Selectable<Database['videos']>;

/** The columns that have a text in each language. */
export const FILM_TEXTS = ['title', 'description'] as const;

/** The most films that visitors see in one list. */
const MAX_FILMS = 200;

/** Whether visitors may see a film. Every public read and the visibility of posters and files uses this condition. */
export const isPublicFilm = sql<boolean>`(videos.published and videos.deleted_at is null)`;
/** Whether a published film cannot be seen at its provider. */
const isDead = sql<boolean>`(link_state = 'dead' and file_id is null and published)`;

const notDeleted = (db: Kysely<Database>) => db.selectFrom('videos').where('deleted_at', 'is', null);

/** Returns the published films in order, of one category or of all. */
export async function listFilms(
  db: Kysely<Database>,
  locale: Locale = 'en',
  { category = null, limit = MAX_FILMS }: { category?: PortfolioCategory | null; limit?: number } = {},
): Promise<Film[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where(isPublicFilm)
    .$if(category !== null, (films) => films.where('category', '=', category as PortfolioCategory))
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
  return (await present(db, rows, locale)).map(forVisitors);
}

/** Returns the published film with this slug. */
export async function findFilm(db: Kysely<Database>, slug: string, locale: Locale = 'en'): Promise<Film | undefined> {
  const rows = await db.selectFrom('videos').selectAll().where('slug', '=', slug).where(isPublicFilm).execute();
  return (await present(db, rows, locale)).map(forVisitors)[0];
}

/** Returns one page of all films in order, how many there are, and how many have a dead link. */
export async function listFilmPage(db: Kysely<Database>, query: FilmQuery): Promise<VideoList> {
  const { rows, next } = await pageInOrder(notDeleted(db).selectAll(), query);
  const { total, dead } = await notDeleted(db)
    .select((of) => of.fn.countAll<string>().as('total'))
    .select(sql<string>`count(*) filter (where ${isDead})`.as('dead'))
    .executeTakeFirstOrThrow();
  return { videos: await present(db, rows), next, total: Number(total), dead: Number(dead) };
}

/** Returns films by id. Unknown and deleted ones are absent; `publicFilms` are those that visitors may see. */
export async function loadFilms(
  db: Kysely<Database>,
  ids: readonly string[],
  locale: Locale = 'en',
): Promise<{ films: Map<string, StaffFilm>; publicFilms: Map<string, Film> }> {
  if (ids.length === 0) return { films: new Map(), publicFilms: new Map() };
  const rows = await notDeleted(db)
    .selectAll()
    .select(isPublicFilm.as('is_public'))
    .where('id', 'in', [...new Set(ids)])
    .execute();
  const films = await present(db, rows, locale);
  const isPublic = new Set(rows.filter((row) => row.is_public).map(({ id }) => id));
  return {
    films: new Map(films.map((film) => [film._id, film])),
    publicFilms: new Map(films.filter(({ _id }) => isPublic.has(_id)).map((film) => [film._id, forVisitors(film)])),
  };
}

/** A film as this API sends it to staff: it knows every category that it stores. */
type KnownFilm = StaffFilm & Pick<Film, 'category'>;

/** Converts rows into the API's format for staff. */
export async function present(
  db: Kysely<Database>,
  rows: readonly FilmRow[],
  locale: Locale = 'en',
): Promise<KnownFilm[]> {
  const posterOf = (row: FilmRow) => ({ image: '', media_id: row.poster_media_id });
  const mediaOf = await loadMedia(db, rows.map(posterOf));
  const stories = await storiesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    _id: row.id,
    slug: row.slug ?? `film-${row.id}`,
    title: inLanguage(row, locale).title,
    description: inLanguage(row, locale).description,
    category: row.category,
    poster: mediaOf(posterOf(row)).media,
    posterId: row.poster_media_id,
    link: parseFilmLink(row.link_url),
    linkUrl: row.link_url,
    linkState: row.link_state,
    linkCheckedAt: row.link_checked_at?.toISOString() ?? null,
    file: row.file_id && `/media/films/${row.file_id}.mp4`,
    fileId: row.file_id,
    captions: row.captions_id && `/media/films/${row.captions_id}.vtt`,
    captionsId: row.captions_id,
    captionsLanguage: row.captions_language,
    durationSeconds: row.duration_seconds,
    stories: stories.get(row.id) ?? [],
    published: row.published,
    ...translationsOf(FILM_TEXTS, row),
    publishedAt: row.published_at?.toISOString() ?? null,
    position: row.position,
    version: row.version,
  }));
}

/** Returns what visitors may know of a published film. A dead link is none; a file wins over a link. */
function forVisitors(film: KnownFilm): Film {
  const { _id, slug, title, description, category, poster, file, captions, captionsLanguage, durationSeconds } = film;
  const link = file !== null || film.linkState === 'dead' ? null : film.link;
  const publishedAt = film.publishedAt ?? new Date(0).toISOString();
  const shown = { poster, link, file, captions, captionsLanguage, durationSeconds, publishedAt };
  return { _id, slug, title, description, category, ...shown };
}

async function storiesOf(db: Kysely<Database>, filmIds: string[]) {
  const stories = new Map<string, { _id: string; title: string }[]>();
  if (filmIds.length === 0) return stories;
  const rows = await db
    .selectFrom('album_entries')
    .innerJoin('album_sections', 'album_sections.id', 'album_entries.section_id')
    .innerJoin('albums', 'albums.id', 'album_sections.album_id')
    .distinct()
    .select(['album_entries.video_id', 'albums.id', 'albums.title'])
    .where('album_entries.video_id', 'in', filmIds)
    .where('albums.deleted_at', 'is', null)
    .orderBy('albums.id')
    .execute();
  for (const { video_id, id, title } of rows) {
    if (video_id !== null) stories.set(video_id, [...(stories.get(video_id) ?? []), { _id: id, title }]);
  }
  return stories;
}
