import { type FilmInput, filmInputSchema, type StaffFilm } from '@godhuli/contracts/films';
import type { Media } from '@godhuli/contracts/media';
import { categoryLabel } from '../../ui/categories';

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
}

export function draftOf(film: StaffFilm | null): FilmDraft {
  if (!film) {
    const empty = { title: '', description: '', linkUrl: '', fileId: null, captionsId: null, poster: null };
    return { ...empty, category: 'wedding', captionsLanguage: 'en', durationSeconds: null, published: true };
  }
  const { title, description, category, linkUrl, fileId, captionsId, captionsLanguage } = film;
  const { poster, durationSeconds, published } = film;
  return {
    ...{ title, description, category, linkUrl, fileId, captionsId, captionsLanguage },
    ...{ poster, durationSeconds, published },
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
  const lines: [string, (draft: FilmDraft) => string][] = [
    ['Title', ({ title }) => title],
    ['Category', ({ category }) => categoryLabel(category)],
    ['Description', ({ description }) => description || '(empty)'],
    ['Link', ({ linkUrl }) => linkUrl || '(none)'],
    ['File', ({ fileId }) => (fileId ? 'uploaded' : '(none)')],
    ['Captions', ({ captionsId }) => (captionsId ? 'uploaded' : '(none)')],
    ['Poster', ({ poster }) => (poster ? 'chosen' : '(none)')],
    ['Published', ({ published }) => (published ? 'yes' : 'no')],
  ];
  return lines
    .map(([label, shown]) => ({ label, mine: shown(mine), theirs: shown(theirs) }))
    .filter((line) => line.mine !== line.theirs);
}
