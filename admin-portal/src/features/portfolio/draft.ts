import { emptyTranslations } from '@godhuli/contracts/item-translations';
import { TRANSLATED_LOCALES } from '@godhuli/contracts/locales';
import type { Focal, Media } from '@godhuli/contracts/media';
import { type PhotoTranslations, portfolioInputSchema, type StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import type { Duplicate } from '@godhuli/contracts/uploads';
import { z } from 'zod';
import { fieldErrorsOf } from '../../app/call';
import { randomKey } from '../../app/random-key';
import type { TranslatedField } from '../../ui/translated-fields';
import type { ItemInput } from './portfolio.requests';

/** What a draft's photo comes from. */
export type PhotoSource = { kind: 'file'; file: File } | { kind: 'url'; url: string };

/** The next automatic try of an upload. */
export interface AutoRetry {
  /** automatic tries before it */
  tries: number;
  /** seconds that the server asked to wait; 0 when it did not */
  retryAfterS: number;
}

/** The photo of a draft. */
export type DraftPhoto =
  | { state: 'none' }
  | { state: 'uploading'; source: PhotoSource; loadedBytes: number; preview: string }
  | { state: 'failed'; source: PhotoSource; message: string; canRetry: boolean; autoRetry?: AutoRetry }
  /** `duplicates` are items of the gallery that have this photo, until staff decide to add it anyway */
  | { state: 'stored'; media: Media; duplicates?: readonly Duplicate[] }
  /** an older item whose image is only a URL, without variants */
  | { state: 'linked'; url: string };

export type DraftValues = Required<Omit<ItemInput, 'image' | 'mediaId' | 'portraitMediaId' | 'translations'>> & {
  translations: PhotoTranslations;
};

/** The texts that differ by language. */
export const PHOTO_TEXTS: readonly TranslatedField<keyof PhotoTranslations['mr']>[] = [
  { name: 'title', label: 'Title' },
  { name: 'description', label: 'Description', rows: 3 },
  { name: 'place', label: 'Place' },
  { name: 'alt', label: 'What the photo shows' },
];

/** One item being added or edited. */
export interface Draft {
  key: string;
  values: DraftValues;
  photo: DraftPhoto;
  /** Idempotency-Key of its addition, the same for every try */
  addKey: string;
  /** by field; 'photo' is the photo */
  errors: Readonly<Record<string, string>>;
}

export const CENTRE: Focal = { x: 50, y: 50 };

/** What is checked before it is sent. The server decides about the category, because it may know more of them. */
const knownFieldsSchema = portfolioInputSchema.extend({ category: z.string() });

let lastKey = 0;

export function emptyDraft(category: string): Draft {
  lastKey += 1;
  return {
    key: `draft-${lastKey}`,
    values: {
      ...{ title: '', category, description: '', place: '', alt: '', hero: false, published: true, focal: CENTRE },
      translations: emptyTranslations(PHOTO_TEXTS.map(({ name }) => name)),
    },
    photo: { state: 'none' },
    addKey: randomKey(),
    errors: {},
  };
}

export function draftOf(item: StaffPortfolioItem): Draft {
  const { title, category, description, place, hero, published, media, translations } = item;
  const photo: DraftPhoto = media
    ? { state: 'stored', media }
    : item.image
      ? { state: 'linked', url: item.image }
      : { state: 'none' };
  return {
    ...emptyDraft(category),
    values: {
      title,
      category,
      description,
      place,
      hero,
      published,
      alt: media?.alt ?? '',
      focal: media?.focal ?? CENTRE,
      translations,
    },
    photo,
  };
}

const altsOf = (alt: string, translations: PhotoTranslations) => [
  alt,
  ...TRANSLATED_LOCALES.map((locale) => translations[locale].alt),
];

/** Whether a draft replaces the photo of the stored item and still has, in any language, what was written about that one. */
export function describesPreviousPhoto({ values, photo }: Draft, stored: StaffPortfolioItem | null): boolean {
  if (!stored?.media || photo.state !== 'stored' || photo.media.id === stored.media.id) return false;
  const previous = altsOf(stored.media.alt, stored.translations);
  return altsOf(values.alt, values.translations).some((alt, index) => alt !== '' && alt === previous[index]);
}

/** Returns values that do not say in any language what the photo shows. */
export function withoutAlt({ translations }: DraftValues): Pick<DraftValues, 'alt' | 'translations'> {
  const { mr, hi } = translations;
  return { alt: '', translations: { mr: { ...mr, alt: '' }, hi: { ...hi, alt: '' } } };
}

/** The name of what is being uploaded. */
export function sourceName(source: PhotoSource): string {
  return source.kind === 'file' ? source.file.name : source.url;
}

/** What goes to the server. */
export function inputOf({ values, photo }: Draft): ItemInput {
  return {
    ...values,
    image: photo.state === 'linked' ? photo.url : '',
    mediaId: photo.state === 'stored' ? photo.media.id : null,
  };
}

const PHOTO_FIELDS = ['image', 'mediaId', 'focal', 'focal.x', 'focal.y'];

/** What is wrong with a draft, by field. */
export function errorsOf(draft: Draft): Record<string, string> {
  const errors: Record<string, string> = {};
  const parsed = knownFieldsSchema.safeParse(inputOf(draft));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join('.');
    const field = PHOTO_FIELDS.includes(name) ? 'photo' : path[0] === 'translations' ? name : String(path[0]);
    errors[field] ??= message;
  }
  if (draft.photo.state === 'none') errors.photo = 'Choose a photo, or enter its web address.';
  if (draft.photo.state === 'uploading') errors.photo = 'The photo is still uploading. Please wait.';
  if (draft.photo.state === 'failed') errors.photo = draft.photo.message;
  if (draft.photo.state === 'stored' && draft.photo.duplicates?.length) {
    errors.photo = "Press 'Add anyway' to add this photo again, or replace it.";
  }
  return errors;
}

/** The messages of a response that refused a draft, by field. */
export function errorsOfResponse(error: unknown): Record<string, string> {
  const fields = Object.entries(fieldErrorsOf(error));
  return Object.fromEntries(fields.map(([field, text]) => [PHOTO_FIELDS.includes(field) ? 'photo' : field, text]));
}

export const withoutErrors = (errors: Draft['errors'], fields: string[]): Draft['errors'] =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field.split('.')[0] as string)));

/** Whether a stored item is what was sent. */
export const isStoredAs = (item: StaffPortfolioItem, input: ItemInput) =>
  item.title === input.title?.trim() &&
  item.category === input.category &&
  item.description === input.description?.trim() &&
  item.place === input.place?.trim() &&
  item.hero === input.hero &&
  item.published === input.published &&
  (item.media?.id ?? null) === input.mediaId &&
  (!input.alt || item.media?.alt === input.alt.trim()) &&
  JSON.stringify(item.media?.focal) === JSON.stringify(input.focal) &&
  TRANSLATED_LOCALES.every((locale) =>
    PHOTO_TEXTS.every(
      ({ name }) => item.translations[locale][name] === (input.translations?.[locale]?.[name] ?? '').trim(),
    ),
  );

/** The fields of a change: the image is one of ours, or stays what it is. */
export function changeOf(draft: Draft): Partial<ItemInput> {
  const { image, mediaId, ...values } = inputOf(draft);
  return draft.photo.state === 'linked' ? { ...values, image } : { ...values, mediaId };
}
