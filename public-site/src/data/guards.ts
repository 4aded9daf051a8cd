import type { ContentEntry } from '@godhuli/contracts/content';
import type { Media } from '@godhuli/contracts/media';
import type { StudioPackage } from '@godhuli/contracts/packages';
import type { HeroItem, PhotoPage, PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Service } from '@godhuli/contracts/services';
import type { Profile, Stat, Testimonial } from '@godhuli/contracts/studio';

// Written by hand: the zod schemas of the contracts would add 20 KB to the page. They check what the page reads.

type Row = Record<string, unknown>;
export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
export const hasTexts = (row: Row, ...keys: string[]) => keys.every((key) => isText(row[key]));
const isPositive = (value: unknown) => typeof value === 'number' && value > 0;

function isMedia(value: unknown): value is Media {
  return (
    isRow(value) &&
    hasTexts(value, 'id', 'thumbhash', 'color', 'alt') &&
    isPositive(value.width) &&
    isPositive(value.height) &&
    isRow(value.focal) &&
    typeof value.focal.x === 'number' &&
    typeof value.focal.y === 'number'
  );
}
export const isMediaOrNull = (value: unknown): value is Media | null => value === null || isMedia(value);
/** An older API does not send the portrait. */
const hasPortrait = ({ portrait = null }: Row) => isMediaOrNull(portrait);

export const isContentEntry = (value: unknown): value is ContentEntry =>
  isRow(value) && hasTexts(value, 'section', 'key', 'value');

export const isHeroItem = (value: unknown): value is HeroItem =>
  isRow(value) && hasTexts(value, '_id', 'title', 'image') && isMediaOrNull(value.media) && hasPortrait(value);

export const isPortfolioItem = (value: unknown): value is PortfolioItem =>
  isRow(value) &&
  hasTexts(value, '_id', 'title', 'image', 'category', 'description', 'place') &&
  isMediaOrNull(value.media) &&
  hasPortrait(value);

const isNeighbour = (value: unknown) =>
  value === null || (isRow(value) && hasTexts(value, 'slug', 'title', 'image') && isMediaOrNull(value.media));

export const isPhotoPage = (value: unknown): value is PhotoPage =>
  isRow(value) &&
  isPortfolioItem(value.item) &&
  isText(value.item.slug) &&
  isNeighbour(value.previous) &&
  isNeighbour(value.next);

export const isService = (value: unknown): value is Service =>
  isRow(value) &&
  hasTexts(value, '_id', 'title', 'description', 'image', 'icon') &&
  isTexts(value.features) &&
  isMediaOrNull(value.media);

/** A package's id is `packageId` or `_id` (PUB-PACK-2); either may be missing. */
export const isStudioPackage = (value: unknown): value is StudioPackage =>
  isRow(value) &&
  (isText(value.packageId) || isText(value._id)) &&
  hasTexts(value, 'name', 'price', 'duration', 'category') &&
  isTexts(value.features) &&
  (value.terms === undefined || isTexts(value.terms));

export const isTestimonial = (value: unknown): value is Testimonial =>
  isRow(value) &&
  hasTexts(value, '_id', 'name', 'event', 'text', 'image', 'location') &&
  (value.rating === null || value.rating === undefined || typeof value.rating === 'number') &&
  isMediaOrNull(value.media);

export const isStat = (value: unknown): value is Stat => isRow(value) && hasTexts(value, 'number', 'label');

export const isProfile = (value: unknown): value is Profile =>
  isRow(value) &&
  hasTexts(value, 'title', 'subtitle', 'description', 'location', 'since') &&
  isTexts(value.achievements) &&
  isMediaOrNull(value.portrait) &&
  isMediaOrNull(value.studio) &&
  Array.isArray(value.timeline) &&
  value.timeline.every((entry) => isRow(entry) && hasTexts(entry, 'year', 'title', 'description'));
