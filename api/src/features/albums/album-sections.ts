import type { AlbumEntry, albumSectionInputSchema, Story } from '@godhuli/contracts/albums';
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
