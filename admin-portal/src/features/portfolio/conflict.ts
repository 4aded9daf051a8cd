import { LOCALE_NAMES, TRANSLATED_LOCALES, type TranslatedLocale } from '@godhuli/contracts/locales';
import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import type { LastChange } from '../../app/conflict';
import { categoryLabel } from '../../ui/categories';
import { type Draft, type DraftValues, draftOf, PHOTO_TEXTS } from './draft';

type PhotoText = (typeof PHOTO_TEXTS)[number]['name'];
type OwnField = Exclude<keyof DraftValues, 'translations'>;
/** `mr.title` is the title in Marathi. */
type DraftField = OwnField | `${TranslatedLocale}.${PhotoText}`;

/** One part of an item that two people changed differently. */
export interface Difference {
  field: DraftField | 'photo';
  label: string;
  theirs: string;
  mine: string;
}

/** What someone else saved while this item was being edited. */
export interface Conflict {
  /** as it is stored now */
  current: StaffPortfolioItem;
  /** labels of what only they changed; it is taken over */
  taken: string[];
  /** what both changed; the form keeps its own until staff choose */
  differences: Difference[];
  lastChange?: LastChange | null;
}

const LABELS: Record<OwnField, string> = {
  title: 'Title',
  category: 'Category',
  description: 'Description',
  place: 'Place',
  alt: 'What the photo shows',
  hero: 'Show in the slideshow',
  published: 'Show on the website',
  focal: 'Focal point',
};

const FIELDS: readonly { field: DraftField; label: string }[] = [
  ...(Object.entries(LABELS) as [OwnField, string][]).map(([field, label]) => ({ field, label })),
  ...TRANSLATED_LOCALES.flatMap((locale) =>
    PHOTO_TEXTS.map(({ name, label }) => ({
      field: `${locale}.${name}` as const,
      label: `${label} in ${LOCALE_NAMES[locale]}`,
    })),
  ),
];

const partsOf = (field: DraftField) => field.split('.') as [OwnField] | [TranslatedLocale, PhotoText];

function valueAt(values: DraftValues, field: DraftField): unknown {
  const [first, text] = partsOf(field);
  return text === undefined ? values[first as OwnField] : values.translations[first as TranslatedLocale][text];
}

/** Returns what to set so that a field has the value that it has in other values. */
export function takenFrom(values: DraftValues, field: DraftField, other: DraftValues): Partial<DraftValues> {
  const [first, text] = partsOf(field);
  if (text === undefined) return { [first]: other[first as OwnField] };
  const locale = first as TranslatedLocale;
  const texts = { ...values.translations[locale], [text]: other.translations[locale][text] };
  return { translations: { ...values.translations, [locale]: texts } };
}

function shown(field: DraftField, values: DraftValues): string {
  if (field === 'category') return categoryLabel(values.category);
  if (field === 'hero' || field === 'published') return values[field] ? 'yes' : 'no';
  if (field === 'focal')
    return `${Math.round(values.focal.x)}% from the left, ${Math.round(values.focal.y)}% from the top`;
  return String(valueAt(values, field) || '(empty)');
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const photoKey = ({ photo }: Draft) =>
  photo.state === 'stored' ? photo.media.id : photo.state === 'linked' ? photo.url : photo.state;

/** Brings a draft together with what someone else stored: untouched fields follow theirs, typed ones stay. */
export function mergeDraft(
  base: StaffPortfolioItem,
  draft: Draft,
  current: StaffPortfolioItem,
): { draft: Draft; conflict: Conflict } {
  const [old, theirs] = [draftOf(base), draftOf(current)];
  const conflict: Conflict = { current, taken: [], differences: [] };
  let values = draft.values;
  for (const { field, label } of FIELDS) {
    const [was, theirValue, mine] = [old.values, theirs.values, values].map((each) => valueAt(each, field));
    if (same(theirValue, was) || same(theirValue, mine)) continue;
    if (same(mine, was)) {
      values = { ...values, ...takenFrom(values, field, theirs.values) };
      conflict.taken.push(label);
    } else
      conflict.differences.push({
        ...{ field, label },
        theirs: shown(field, theirs.values),
        mine: shown(field, values),
      });
  }
  let { photo } = draft;
  if (photoKey(theirs) !== photoKey(old) && photoKey(theirs) !== photoKey(draft)) {
    if (photoKey(draft) === photoKey(old)) {
      photo = theirs.photo;
      conflict.taken.push('Photo');
    } else conflict.differences.push({ field: 'photo', label: 'Photo', theirs: 'another photo', mine: 'your photo' });
  }
  return { draft: { ...draft, values, photo }, conflict };
}
