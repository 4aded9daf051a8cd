import { type FilmInput, type FilmTranslations, filmInputSchema, type StaffFilm } from '@godhuli/contracts/films';
import { emptyTranslations } from '@godhuli/contracts/item-translations';
import { LOCALE_NAMES, TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import type { Media } from '@godhuli/contracts/media';
import { categoryLabel } from '../../ui/categories';
import type { TranslatedField } from '../../ui/translated-fields';

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
  durationSeconds: number | null;
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

export function inputOf({ poster, ...draft }: FilmDraft): FilmInput {
  return { ...draft, posterId: poster?.id ?? null };
}

/** Returns the messages for a draft by field, before it is sent. */
export function errorsOf(draft: FilmDraft): Record<string, string> {
  const issues = filmInputSchema.safeParse(inputOf(draft)).error?.issues ?? [];
  const errors = Object.fromEntries(issues.reverse().map(({ path, message }) => [path.join('.'), message]));
  const hasSource = draft.linkUrl.trim() !== '' || draft.fileId !== null;
  if (draft.published && !hasSource) errors.linkUrl ??= 'Please add a link or a file before you publish the film.';
  return errors;
}

export const isSame = (one: FilmDraft, other: FilmDraft) => JSON.stringify(one) === JSON.stringify(other);

/** '1:35', '1:02:05', or '' */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return '';
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Reads '1:35' or '95' as seconds; null for an empty text, undefined for another one. */
export function parseDuration(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const match = /^(?:(?:(\d{1,2}):)?(\d{1,2}):)?(\d{1,5})$/.exec(text.trim());
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) || undefined;
}

/** Returns what two versions of a film differ in, as lines for people. */
export function differencesOf(mine: FilmDraft, theirs: FilmDraft): { label: string; mine: string; theirs: string }[] {
  const translationLines = TRANSLATED_LOCALES.flatMap((locale) =>
    FILM_TEXTS.map(({ name, label }): [string, (draft: FilmDraft) => string] => [
      `${label} in ${LOCALE_NAMES[locale]}`,
      ({ translations }) => translations[locale][name] || '(empty)',
    ]),
  );
  const lines: [string, (draft: FilmDraft) => string][] = [
    ['Title', ({ title }) => title],
    ['Category', ({ category }) => categoryLabel(category)],
    ['Description', ({ description }) => description || '(empty)'],
    ['Link', ({ linkUrl }) => linkUrl || '(none)'],
    ['File', ({ fileId }) => (fileId ? 'uploaded' : '(none)')],
    ['Captions', ({ captionsId }) => (captionsId ? 'uploaded' : '(none)')],
    ['Poster', ({ poster }) => (poster ? 'chosen' : '(none)')],
    ['Published', ({ published }) => (published ? 'yes' : 'no')],
    ...translationLines,
  ];
  return lines
    .map(([label, shown]) => ({ label, mine: shown(mine), theirs: shown(theirs) }))
    .filter((line) => line.mine !== line.theirs);
}
