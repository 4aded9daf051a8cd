import type { StaffPortfolioItem } from '@godhuli/contracts/portfolio';
import { categoryLabel } from '../../ui/categories';
import { type Draft, type DraftValues, draftOf } from './draft';

/** One part of an item that two people changed differently. */
export interface Difference {
  field: keyof DraftValues | 'photo';
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
}

const LABELS: Record<keyof DraftValues, string> = {
  title: 'Title',
  category: 'Category',
  description: 'Description',
  place: 'Place',
  alt: 'What the photo shows',
  hero: 'Show in the slideshow',
  published: 'Show on the website',
  focal: 'Focal point',
};

function shown(field: keyof DraftValues, values: DraftValues): string {
  if (field === 'category') return categoryLabel(values.category);
  if (field === 'hero' || field === 'published') return values[field] ? 'yes' : 'no';
  if (field === 'focal')
    return `${Math.round(values.focal.x)}% from the left, ${Math.round(values.focal.y)}% from the top`;
  return values[field] || '(empty)';
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
  const values: DraftValues = { ...draft.values };
  for (const field of Object.keys(LABELS) as (keyof DraftValues)[]) {
    if (same(theirs.values[field], old.values[field]) || same(theirs.values[field], values[field])) continue;
    const label = LABELS[field];
    if (same(values[field], old.values[field])) {
      Object.assign(values, { [field]: theirs.values[field] });
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
