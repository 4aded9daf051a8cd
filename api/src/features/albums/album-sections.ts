import { type AlbumEntry, type albumSectionInputSchema, MAX_ENTRIES, type Story } from '@godhuli/contracts/albums';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import { BadInput } from '../../http/errors.js';
import { loadFilms } from '../films/index.js';
import { loadPortfolio } from '../portfolio/index.js';

type SectionInput = z.output<typeof albumSectionInputSchema>;
interface StoredSection {
  title: string;
  text: string;
  entries: { portfolio_id: string | null; video_id: string | null }[];
}

/** Returns the sections of an album in order, with what visitors may see. Sections without anything are left out. */
export async function readStorySections(db: Kysely<Database>, albumId: string): Promise<Story['sections']> {
  const { sections, photos, films } = await load(db, albumId);
  return sections
    .map(({ title, text, entries }) => ({
      title,
      text,
      entries: entries.flatMap(({ portfolio_id, video_id }): Story['sections'][number]['entries'] => {
        const photo = photos.publicIds.has(portfolio_id ?? '') && photos.items.get(portfolio_id ?? '');
        if (photo) return [{ kind: 'photo', photo }];
        const film = films.publicFilms.get(video_id ?? '');
        return film ? [{ kind: 'film', film }] : [];
      }),
    }))
    .filter(({ title, text, entries }) => entries.length > 0 || (title !== '' && text !== ''));
}

/** Returns the sections of an album in order, as staff see them. Deleted photos and films are left out. */
export async function readAlbumSections(db: Kysely<Database>, albumId: string) {
  const { sections, photos, films } = await load(db, albumId);
  return sections.map(({ title, text, entries }) => ({
    title,
    text,
    entries: entries.flatMap(({ portfolio_id, video_id }): AlbumEntry[] => {
      const photo = photos.items.get(portfolio_id ?? '');
      if (photo) {
        const { _id, title, media } = photo;
        return [{ photoId: _id, filmId: null, title, media, isPublic: photos.publicIds.has(_id) }];
      }
      const film = films.films.get(video_id ?? '');
      if (!film) return [];
      const { _id, title: name, poster } = film;
      return [{ photoId: null, filmId: _id, title: name, media: poster, isPublic: films.publicFilms.has(_id) }];
    }),
  }));
}

async function load(db: Kysely<Database>, albumId: string) {
  const rows = await db
    .selectFrom('album_sections as section')
    .leftJoin('album_entries as entry', 'entry.section_id', 'section.id')
    .select(['section.id', 'section.title', 'section.text', 'entry.portfolio_id', 'entry.video_id'])
    .where('section.album_id', '=', albumId)
    .orderBy('section.position')
    .orderBy('entry.position')
    .execute();
  const sections = new Map<string, StoredSection>();
  for (const { id, title, text, portfolio_id, video_id } of rows) {
    const section = sections.get(id) ?? { title, text, entries: [] };
    if (portfolio_id !== null || video_id !== null) section.entries.push({ portfolio_id, video_id });
    sections.set(id, section);
  }
  const photos = await loadPortfolio(
    db,
    rows.flatMap(({ portfolio_id }) => portfolio_id ?? []),
  );
  const films = await loadFilms(
    db,
    rows.flatMap(({ video_id }) => video_id ?? []),
  );
  return { sections: [...sections.values()], photos, films };
}

/**
 * Replaces the sections of an album.
 * @throws BadInput for each photo and film that does not exist
 */
export async function replaceSections(db: Kysely<Database>, albumId: string, sections: SectionInput[]): Promise<void> {
  await requireEntries(db, sections);
  await db.deleteFrom('album_sections').where('album_id', '=', albumId).execute();
  if (sections.length === 0) return;
  const rows = sections.map(({ title, text }, position) => ({ album_id: albumId, title, text, position }));
  const inserted = await db.insertInto('album_sections').values(rows).returning(['id', 'position']).execute();
  const idAt = new Map(inserted.map(({ id, position }) => [position, id]));
  const entries = sections.flatMap((section, index) =>
    section.entries.map(({ photoId, filmId }, position) => ({
      section_id: idAt.get(index) as string,
      portfolio_id: photoId,
      video_id: filmId,
      position,
    })),
  );
  if (entries.length > 0) await db.insertInto('album_entries').values(entries).execute();
}

/**
 * Adds photos at the end of the last section of an album, which gets a section if it has none.
 * @returns the ids that the album did not have
 * @throws BadInput for field `albumId` if the album would have too many photos and films
 */
export async function appendPhotos(db: Kysely<Database>, albumId: string, ids: readonly string[]): Promise<string[]> {
  const stored = await db
    .selectFrom('album_entries as entry')
    .innerJoin('album_sections as section', 'section.id', 'entry.section_id')
    .select(['entry.portfolio_id', 'entry.section_id', 'entry.position'])
    .where('section.album_id', '=', albumId)
    .execute();
  const known = new Set(stored.map(({ portfolio_id }) => portfolio_id));
  const added = ids.filter((id) => !known.has(id));
  if (added.length === 0) return [];
  if (stored.length + added.length > MAX_ENTRIES) {
    const message = `Please use at most ${MAX_ENTRIES} photos and films in one story. This one has ${stored.length}.`;
    throw new BadInput([{ field: 'change.albumId', message }], message);
  }
  const sections = db.selectFrom('album_sections').select('id').where('album_id', '=', albumId);
  const section =
    (await sections.orderBy('position', 'desc').limit(1).executeTakeFirst()) ??
    (await db
      .insertInto('album_sections')
      .values({ album_id: albumId, title: '', text: '', position: 0 })
      .returning('id')
      .executeTakeFirstOrThrow());
  const places = stored.flatMap(({ section_id, position }) => (section_id === section.id ? position : []));
  const next = Math.max(-1, ...places) + 1;
  const entries = added.map((portfolio_id, index) => ({
    ...{ section_id: section.id, portfolio_id, video_id: null, position: next + index },
  }));
  await db.insertInto('album_entries').values(entries).execute();
  return added;
}

async function requireEntries(db: Kysely<Database>, sections: SectionInput[]) {
  const all = sections.flatMap(({ entries }) => entries);
  const photos = await existing(
    db,
    'portfolio',
    all.flatMap(({ photoId }) => photoId ?? []),
  );
  const films = await existing(
    db,
    'videos',
    all.flatMap(({ filmId }) => filmId ?? []),
  );
  const errors = sections.flatMap(({ entries }, section) =>
    entries.flatMap(({ photoId, filmId }, entry) => {
      if (photos.has(photoId ?? '') || films.has(filmId ?? '')) return [];
      const noun = photoId === null ? 'Film' : 'Photo';
      return [
        { field: `sections.${section}.entries.${entry}`, message: `${noun} not found. It may have been deleted.` },
      ];
    }),
  );
  if (errors.length > 0) throw new BadInput(errors);
}

async function existing(db: Kysely<Database>, table: 'portfolio' | 'videos', ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
