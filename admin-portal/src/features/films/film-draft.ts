import { CAPTION_LANGUAGES, type FilmTranslations, filmInputSchema, type StaffFilm } from '@godhuli/contracts/films';
import { emptyTranslations } from '@godhuli/contracts/item-translations';
import type { Media } from '@godhuli/contracts/media';
import { z } from 'zod';
import type { Difference } from '../../app/conflict';
import { type MergedField, textDifferences, translatedFields, valueAt } from '../../app/merge-fields';
import { categoryLabel } from '../../ui/categories';
import type { TranslatedField } from '../../ui/translated-fields';
import type { SentFilm } from './films.requests';

/** A film that is being added or edited. */
export interface FilmDraft {
  title: string;
  description: string;
  category: StaffFilm['category'];
  linkUrl: string;
  fileId: string | null;
  captionsId: string | null;
  captionsLanguage: StaffFilm['captionsLanguage'];
  poster: Media | null;
  /** a text that is no length stays as it was typed */
  durationSeconds: number | null | string;
  published: boolean;
  translations: FilmTranslations;
}

/** The texts that differ by language. */
export const FILM_TEXTS: readonly TranslatedField<'title' | 'description'>[] = [
  { name: 'title', label: 'Title' },
  { name: 'description', label: 'Description', rows: 3 },
];

export function draftOf(film: StaffFilm | null): FilmDraft {
  if (!film) {
    const empty = { title: '', description: '', linkUrl: '', fileId: null, captionsId: null, poster: null };
    const translations = emptyTranslations(FILM_TEXTS.map(({ name }) => name));
    return {
      ...{ ...empty, category: 'wedding', captionsLanguage: 'en', durationSeconds: null, published: true },
      translations,
    };
  }
  const { title, description, category, linkUrl, fileId, captionsId, captionsLanguage } = film;
  const { poster, durationSeconds, published, translations } = film;
  return {
    ...{ title, description, category, linkUrl, fileId, captionsId, captionsLanguage },
    ...{ poster, durationSeconds, published, translations },
  };
}

/** What is checked before it is sent. The server decides about the category, because it may know more of them. */
const knownFieldsSchema = filmInputSchema.extend({ category: z.string() });

export function inputOf({ poster, durationSeconds, ...draft }: FilmDraft): SentFilm {
  return {
    ...draft,
    durationSeconds: typeof durationSeconds === 'string' ? null : durationSeconds,
    posterId: poster?.id ?? null,
  };
}

/** Returns the messages for a draft by field, before it is sent. */
export function errorsOf(draft: FilmDraft): Record<string, string> {
  const issues = knownFieldsSchema.safeParse(inputOf(draft)).error?.issues ?? [];
  const errors = Object.fromEntries(issues.reverse().map(({ path, message }) => [path.join('.'), message]));
  const hasSource = draft.linkUrl.trim() !== '' || draft.fileId !== null;
  if (draft.published && !hasSource) errors.linkUrl ??= 'Please add a link or a file before you publish the film.';
  // The length of an uploaded film is read from its file.
  if (draft.fileId === null && typeof draft.durationSeconds === 'string')
    errors.durationSeconds = 'Please enter minutes and seconds, such as 3:45.';
  return errors;
}

export const isSame = (one: FilmDraft, other: FilmDraft) => JSON.stringify(one) === JSON.stringify(other);

/** '1:35', '1:02:05', or ''; a text as it is */
export function formatDuration(seconds: FilmDraft['durationSeconds']): string {
  if (seconds === null) return '';
  if (typeof seconds === 'string') return seconds;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Reads '1:35' or '95' as seconds; null for an empty text, another one as it is. */
export function parseDuration(text: string): FilmDraft['durationSeconds'] {
  if (text.trim() === '') return null;
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})$/.exec(text.trim());
  if (!match) return text;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || text;
}

/** The fields that two people may change at the same time, as people call them. */
export const FILM_FIELDS: readonly MergedField[] = [
  { path: 'title', label: 'Title' },
  { path: 'category', label: 'Category' },
  { path: 'description', label: 'Description' },
  { path: 'linkUrl', label: 'Link' },
  { path: 'fileId', label: 'File' },
  { path: 'durationSeconds', label: 'Length' },
  { path: 'captionsId', label: 'Captions' },
  { path: 'captionsLanguage', label: 'Language of the captions' },
  { path: 'poster', label: 'Poster' },
  { path: 'published', label: 'Published' },
  ...translatedFields(FILM_TEXTS),
];

const FILES: Readonly<Record<string, string>> = { fileId: 'uploaded', captionsId: 'uploaded', poster: 'chosen' };

function shown(path: string, draft: FilmDraft): string {
  if (path === 'category') return categoryLabel(draft.category);
  if (path === 'published') return draft.published ? 'yes' : 'no';
  if (path === 'durationSeconds') return formatDuration(draft.durationSeconds) || '(none)';
  if (path === 'captionsLanguage') return CAPTION_LANGUAGES[draft.captionsLanguage];
  const value = valueAt(draft, path);
  const file = FILES[path];
  return file ? (value ? file : '(none)') : String(value || '(empty)');
}

/** Returns in what two versions of a film differ. */
export const differencesOf = (mine: FilmDraft, theirs: FilmDraft): Difference[] =>
  textDifferences(FILM_FIELDS, mine, theirs, shown);
