import {
  type Album,
  type AlbumEntry,
  type AlbumInput,
  albumInputSchema,
  MAX_ENTRIES,
  type SectionTranslations,
  type StoryTranslations,
} from '@godhuli/contracts/albums';
import { emptyTranslations, missingTexts } from '@godhuli/contracts/item-translations';
import { LOCALE_NAMES, TRANSLATED_LOCALES, type TranslatedLocale } from '@godhuli/contracts/locales';
import { z } from 'zod';
import { categoryLabel } from '../../ui/categories';
import type { TranslatedField } from '../../ui/translated-fields';
import type { SentAlbum } from './albums.requests';

/** A photo or film in a draft; the key stays the same while it moves. */
export interface DraftEntry extends AlbumEntry {
  key: string;
}
export interface DraftSection {
  key: string;
  title: string;
  text: string;
  translations: SectionTranslations;
  /** as it was stored; absent for a new section */
  changedInEnglish?: Album['sections'][number]['changedInEnglish'];
  entries: DraftEntry[];
}
export type StoryValues = Required<Omit<AlbumInput, 'sections' | 'category' | 'translations'>> & {
  category: Album['category'];
  translations: StoryTranslations;
};

/** The texts of a story that differ by language. */
export const STORY_TEXTS: readonly TranslatedField<keyof StoryTranslations['mr']>[] = [
  { name: 'title', label: 'Title' },
  { name: 'client', label: 'Client' },
  { name: 'place', label: 'Place' },
  { name: 'description', label: 'Text', rows: 4 },
];

/** The texts of a section that differ by language. */
export const SECTION_TEXTS: readonly TranslatedField<keyof SectionTranslations['mr']>[] = [
  { name: 'title', label: 'Ceremony' },
  { name: 'text', label: 'Text', rows: 2 },
];

/** A story that is being edited. */
export interface StoryDraft {
  values: StoryValues;
  sections: DraftSection[];
}

let lastKey = 0;
const newKey = (kind: string) => {
  lastKey += 1;
  return `${kind}-${lastKey}`;
};

export const emptySection = (): DraftSection => ({
  ...{ key: newKey('section'), title: '', text: '', entries: [] },
  translations: emptyTranslations(['title', 'text']),
});
export const draftEntry = (entry: AlbumEntry): DraftEntry => ({ ...entry, key: newKey('entry') });

export function emptyStory(): StoryDraft {
  const values = { title: '', slug: '', client: '', place: '', date: null, description: '', coverId: null };
  const translations = emptyTranslations(STORY_TEXTS.map(({ name }) => name));
  return { values: { ...values, category: 'wedding', published: false, translations }, sections: [emptySection()] };
}

export function draftOfAlbum(album: Album): StoryDraft {
  const { title, slug, client, place, date, category, description, coverId, published, translations } = album;
  return {
    values: { title, slug, client, place, date, category, description, coverId, published, translations },
    sections: album.sections.map((section) => ({
      ...section,
      key: newKey('section'),
      entries: section.entries.map(draftEntry),
    })),
  };
}

/** What is checked before it is sent. The server decides about the category, because it may know more of them. */
const knownFieldsSchema = albumInputSchema.extend({ category: z.string() });

/** Returns what goes to the server. */
export function inputOf({ values, sections }: StoryDraft): SentAlbum {
  const { slug, ...rest } = values;
  return {
    ...rest,
    ...(slug.trim() === '' ? {} : { slug: slug.trim() }),
    sections: sections.map(({ title, text, translations, entries }) => ({
      title,
      text,
      translations,
      entries: entries.map(({ photoId, filmId }) => ({ photoId, filmId })),
    })),
  };
}

/** Returns the messages for a draft by field, before it is sent. */
export function errorsOf(draft: StoryDraft): Record<string, string> {
  const issues = knownFieldsSchema.safeParse(inputOf(draft)).error?.issues ?? [];
  return Object.fromEntries(issues.reverse().map(({ path, message }) => [path.join('.'), message]));
}

/**
 * Returns the name of a field in the messages of the form. The API counts sections and entries; here they have their keys, so that a
 * message stays with its photo while others move or are removed.
 */
export function fieldOf({ sections }: StoryDraft, path: string): string {
  const [list, index, name, place, ...rest] = path.split('.');
  const section = list === 'sections' ? sections[Number(index)] : undefined;
  if (!section) return path;
  const entry = name === 'entries' ? section.entries[Number(place)] : undefined;
  if (entry) return ['entries', entry.key, ...rest].join('.');
  return path.replace(`sections.${index}`, `sections.${section.key}`);
}

/** Whether two drafts would be stored as the same story. */
export const isSame = (one: StoryDraft, other: StoryDraft) =>
  JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));

/** Returns how many texts of a story have no translation. */
export const missingIn = ({ values, sections }: StoryDraft, locale: TranslatedLocale): number =>
  [
    missingTexts(values, values.translations[locale]),
    ...sections.map((section) => missingTexts(section, section.translations[locale])),
  ].flat().length;

export const countOf = ({ sections }: StoryDraft) => sections.reduce((sum, { entries }) => sum + entries.length, 0);
export const roomIn = (draft: StoryDraft) => Math.max(0, MAX_ENTRIES - countOf(draft));

/** Puts the entry `key` where the entry or the end of the section `target` is. */
export function withEntryAt(sections: readonly DraftSection[], key: string, target: string): DraftSection[] {
  const all = sections.flatMap(({ entries }) => entries);
  const moved = all.find((entry) => entry.key === key);
  if (!moved || key === target) return [...sections];
  const isForward = all.findIndex((each) => each.key === key) < all.findIndex((each) => each.key === target);
  const isSameSection = sections.some(
    ({ entries }) => entries.some((each) => each.key === key) && entries.some((each) => each.key === target),
  );
  return sections.map((section) => {
    const entries = section.entries.filter((entry) => entry.key !== key);
    if (section.key === target) return { ...section, entries: [...entries, moved] };
    const at = entries.findIndex((entry) => entry.key === target);
    if (at < 0) return { ...section, entries };
    const index = isForward && isSameSection ? at + 1 : at;
    return { ...section, entries: [...entries.slice(0, index), moved, ...entries.slice(index)] };
  });
}

/** Moves an entry one place; beyond an end of its section it goes to the next one. */
export function withEntryMoved(sections: readonly DraftSection[], key: string, step: -1 | 1): DraftSection[] {
  const at = sections.findIndex(({ entries }) => entries.some((entry) => entry.key === key));
  const section = sections[at];
  if (!section) return [...sections];
  const index = section.entries.findIndex((entry) => entry.key === key);
  const neighbour = section.entries[index + step];
  if (neighbour) return withEntryAt(sections, key, neighbour.key);
  const other = sections[at + step];
  if (!other) return [...sections];
  const moved = section.entries[index] as DraftEntry;
  return sections.map((each) => {
    if (each === section) return { ...each, entries: each.entries.filter((entry) => entry.key !== key) };
    if (each !== other) return each;
    return { ...each, entries: step === 1 ? [moved, ...each.entries] : [...each.entries, moved] };
  });
}

/** Moves a section one place. */
export function withSectionMoved(sections: readonly DraftSection[], key: string, step: -1 | 1): DraftSection[] {
  const at = sections.findIndex((section) => section.key === key);
  const [section, neighbour] = [sections[at], sections[at + step]];
  if (!section || !neighbour) return [...sections];
  return sections.map((each) => (each === section ? neighbour : each === neighbour ? section : each));
}

export const STORY_LABELS: Record<Exclude<keyof StoryValues, 'translations'>, string> = {
  title: 'Title',
  slug: 'Web address',
  client: 'Client',
  place: 'Place',
  date: 'Date',
  category: 'Category',
  description: 'Text',
  coverId: 'Cover',
  published: 'Published',
};

/** Returns what two versions of a story differ in, as lines for people. */
export function differencesOf(mine: StoryDraft, theirs: StoryDraft): { label: string; mine: string; theirs: string }[] {
  const fields = (Object.keys(STORY_LABELS) as (keyof typeof STORY_LABELS)[]).map((field) => ({
    label: STORY_LABELS[field],
    mine: shown(field, mine.values),
    theirs: shown(field, theirs.values),
  }));
  const translations = TRANSLATED_LOCALES.flatMap((locale) =>
    STORY_TEXTS.map(({ name, label }) => ({
      label: `${label} in ${LOCALE_NAMES[locale]}`,
      mine: mine.values.translations[locale][name] || '(empty)',
      theirs: theirs.values.translations[locale][name] || '(empty)',
    })),
  );
  const sections = [
    { label: 'Sections', mine: outline(mine), theirs: outline(theirs) },
    ...TRANSLATED_LOCALES.map((locale) => ({
      label: `Sections in ${LOCALE_NAMES[locale]}`,
      mine: sectionTexts(mine, locale),
      theirs: sectionTexts(theirs, locale),
    })),
  ];
  const lines = [...fields, ...translations, ...sections].filter((each) => each.mine !== each.theirs);
  const isOther = JSON.stringify(inputOf(mine).sections) !== JSON.stringify(inputOf(theirs).sections);
  // Only what the outline leaves out differs: an English text, or which photos.
  const isUnseen = isOther && !lines.some(({ label }) => label.startsWith('Sections'));
  return isUnseen ? [...lines, ...sections.slice(0, 1)] : lines;
}

function shown(field: keyof typeof STORY_LABELS, values: StoryValues): string {
  if (field === 'published') return values.published ? 'yes' : 'no';
  if (field === 'category') return categoryLabel(values.category);
  if (field === 'coverId') return values.coverId === null ? 'the first photo' : `photo ${values.coverId}`;
  return values[field] || '(empty)';
}

const outline = ({ sections }: StoryDraft) =>
  sections.map(({ title, entries }) => `${title || 'Untitled'} (${entries.length})`).join(', ') || '(none)';

const sectionTexts = ({ sections }: StoryDraft, locale: TranslatedLocale) =>
  sections
    .flatMap(({ translations }) => SECTION_TEXTS.map(({ name }) => translations[locale][name]))
    .filter(Boolean)
    .join(', ') || '(none)';
