import { type AlbumEntry, type albumSectionInputSchema, MAX_ENTRIES, type Story } from '@godhuli/contracts/albums';
import type { Locale, TranslatedLocale } from '@godhuli/contracts/locales';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/database.js';
import {
  eachLocale,
  editedTranslations,
  inLanguage,
  type StoredText,
  type StoredTranslations,
  translationsOf,
} from '../../db/item-translations.js';
import { BadInput } from '../../http/errors.js';
import { loadFilms } from '../films/index.js';
import { loadPortfolio } from '../portfolio/index.js';

const SECTION_TEXTS = ['title', 'text'] as const;

type SectionInput = z.output<typeof albumSectionInputSchema>;
interface StoredSection {
  title: string;
  text: string;
  translations: StoredTranslations;
  entries: StoredEntry[];
}
interface StoredEntry {
  portfolio_id: string | null;
  video_id: string | null;
}

/** Returns the sections of an album in order, with what visitors may see. Sections without anything are left out. */
export async function readStorySections(
  db: Kysely<Database>,
  albumId: string,
  locale: Locale = 'en',
): Promise<Story['sections']> {
  const { sections, photos, films } = await load(db, albumId, locale);
  return sections
    .map((section) => inLanguage(section, locale))
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
  return sections.map((section) => ({
    title: section.title,
    text: section.text,
    ...translationsOf(SECTION_TEXTS, section),
    entries: section.entries.flatMap(({ portfolio_id, video_id }): AlbumEntry[] => {
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

async function load(db: Kysely<Database>, albumId: string, locale: Locale = 'en') {
  const rows = await db
    .selectFrom('album_sections as section')
    .leftJoin('album_entries as entry', 'entry.section_id', 'section.id')
    .select(['section.id', 'section.title', 'section.text', 'section.translations'])
    .select(['entry.portfolio_id', 'entry.video_id'])
    .where('section.album_id', '=', albumId)
    .orderBy('section.position')
    .orderBy('entry.position')
    .execute();
  const sections = new Map<string, StoredSection>();
  for (const { id, title, text, translations, portfolio_id, video_id } of rows) {
    const section = sections.get(id) ?? { title, text, translations, entries: [] };
    if (portfolio_id !== null || video_id !== null) section.entries.push({ portfolio_id, video_id });
    sections.set(id, section);
  }
  const photos = await loadPortfolio(
    db,
    rows.flatMap(({ portfolio_id }) => portfolio_id ?? []),
    locale,
  );
  const films = await loadFilms(
    db,
    rows.flatMap(({ video_id }) => video_id ?? []),
    locale,
  );
  return { sections: [...sections.values()], photos, films };
}

/**
 * Replaces the sections of an album. Photos and films in the trash, which staff do not see, keep their places.
 * @throws BadInput for each photo and film that does not exist, and if there would be too many, counting those in the trash
 */
export async function replaceSections(db: Kysely<Database>, albumId: string, sections: SectionInput[]): Promise<void> {
  await requireEntries(db, sections);
  const { sections: before, photos, films } = await load(db, albumId);
  const isInTrash = ({ portfolio_id, video_id }: StoredEntry) =>
    !photos.items.has(portfolio_id ?? '') && !films.films.has(video_id ?? '');
  const next = withTrash(sections, before, isInTrash);
  const count = next.flat().length;
  if (count > MAX_ENTRIES) throw tooMany('sections', count);
  await db.deleteFrom('album_sections').where('album_id', '=', albumId).execute();
  if (sections.length === 0) return;
  const rows = sections.map(({ title, text, translations = {} }, position) => {
    const stored = { title, text, translations: known({ title, text, translations }, before) };
    const edited = editedTranslations(SECTION_TEXTS, { title, text, translations }, stored);
    return { album_id: albumId, title, text, translations: edited, position };
  });
  const inserted = await db.insertInto('album_sections').values(rows).returning(['id', 'position']).execute();
  const idAt = new Map(inserted.map(({ id, position }) => [position, id]));
  const entries = next.flatMap((section, index) =>
    section.map((entry, position) => ({ ...entry, section_id: idAt.get(index) as string, position })),
  );
  if (entries.length > 0) await db.insertInto('album_entries').values(entries).execute();
}

/**
 * Returns the entries of each section, and those in the trash after their predecessors. A section has no id: it is the one with
 * the same entries, otherwise with the same title if no other has it, otherwise at the same place if none was added or removed.
 */
function withTrash(
  sections: readonly SectionInput[],
  stored: readonly StoredSection[],
  isInTrash: (entry: StoredEntry) => boolean,
): StoredEntry[][] {
  const next = sections.map(({ entries }) =>
    entries.map(({ photoId, filmId }): StoredEntry => ({ portfolio_id: photoId, video_id: filmId })),
  );
  const placeIn = (entries: readonly StoredEntry[], { portfolio_id, video_id }: StoredEntry) =>
    entries.findIndex((each) => each.portfolio_id === portfolio_id && each.video_id === video_id);
  const sectionOf = (entry: StoredEntry) => next.find((entries) => placeIn(entries, entry) >= 0);
  const isUnique = (title: string) =>
    title !== '' && [stored, sections].every((all) => all.filter((each) => each.title === title).length === 1);
  for (const [index, { title, entries }] of stored.entries()) {
    let section =
      entries.map(sectionOf).find((each) => each !== undefined) ??
      (isUnique(title) ? next[sections.findIndex((each) => each.title === title)] : undefined) ??
      (sections.length === stored.length ? next[index] : undefined);
    let place = 0;
    for (const entry of entries) {
      const known = sectionOf(entry);
      if (known) {
        section = known;
        place = placeIn(known, entry) + 1;
      } else if (section && isInTrash(entry)) {
        section.splice(place, 0, entry);
        place += 1;
      }
    }
  }
  return next;
}

/**
 * Returns what is stored for the translations of a section. A section has no id: the same text is the same translation, first of
 * the same English text. A text that the edit does not name is that of the section with the same English title, or the same text.
 */
function known(
  { translations, ...english }: Required<Pick<SectionInput, (typeof SECTION_TEXTS)[number] | 'translations'>>,
  stored: readonly Omit<StoredSection, 'entries'>[],
): StoredTranslations {
  const isSame = (field: (typeof SECTION_TEXTS)[number]) => (each: Omit<StoredSection, 'entries'>) =>
    english[field] !== '' && each[field] === english[field];
  const own =
    stored.find((each) => SECTION_TEXTS.every((field) => each[field] === english[field])) ??
    stored.find(isSame('title')) ??
    stored.find(isSame('text'));
  const textsIn = (locale: TranslatedLocale) =>
    SECTION_TEXTS.flatMap((field): [string, StoredText][] => {
      const text = translations[locale]?.[field];
      const ofField = stored.flatMap((each) => each.translations[locale]?.[field] ?? []);
      const same = ofField.filter((each) => each.text === text);
      const found =
        text === undefined
          ? own?.translations[locale]?.[field]
          : (same.find((each) => each.english === english[field]) ?? same[0]);
      return found ? [[field, found]] : [];
    });
  return eachLocale((locale) => Object.fromEntries(textsIn(locale)));
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
  if (stored.length + added.length > MAX_ENTRIES) throw tooMany('change.albumId', stored.length);
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

function tooMany(field: string, count: number): BadInput {
  const message = `Please use at most ${MAX_ENTRIES} photos and films in one story. This one has ${count}.`;
  return new BadInput([{ field, message }], message);
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
