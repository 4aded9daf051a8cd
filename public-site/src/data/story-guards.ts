import type { GalleryPage, Story } from '@godhuli/contracts/albums';
import type { Film } from '@godhuli/contracts/films';
import { hasTexts, isMediaOrNull, isPortfolioItem, isRow, isStudioPackage, isText } from './guards';

const isTextOrNull = (value: unknown) => value === null || isText(value);

export const isFilm = (value: unknown): value is Film =>
  isRow(value) &&
  hasTexts(value, '_id', 'slug', 'title', 'description', 'captionsLanguage', 'publishedAt') &&
  isMediaOrNull(value.poster) &&
  isTextOrNull(value.file) &&
  isTextOrNull(value.captions) &&
  (value.link === null || (isRow(value.link) && hasTexts(value.link, 'provider', 'id', 'key')));

const isSummary = (value: unknown): boolean =>
  isRow(value) &&
  hasTexts(value, '_id', 'slug', 'title', 'client', 'place', 'category', 'description') &&
  isTextOrNull(value.date) &&
  isMediaOrNull(value.cover);

const isEntry = (value: unknown) =>
  isRow(value) && (value.kind === 'photo' ? isPortfolioItem(value.photo) : isFilm(value.film));
const isSection = (value: unknown) =>
  isRow(value) && hasTexts(value, 'title', 'text') && Array.isArray(value.entries) && value.entries.every(isEntry);
const isNeighbour = (value: unknown) => value === null || (isRow(value) && hasTexts(value, 'slug', 'title'));

export const isStory = (value: unknown): value is Story =>
  isRow(value) &&
  isSummary(value) &&
  Array.isArray(value.sections) &&
  value.sections.every(isSection) &&
  isNeighbour(value.previous) &&
  isNeighbour(value.next);

export const isGalleryPage = (value: unknown): value is GalleryPage =>
  isRow(value) &&
  isTextOrNull(value.category) &&
  typeof value.page === 'number' &&
  typeof value.pages === 'number' &&
  Array.isArray(value.photos) &&
  value.photos.every(isPortfolioItem) &&
  Array.isArray(value.stories) &&
  value.stories.every(isSummary) &&
  Array.isArray(value.films) &&
  value.films.every(isFilm) &&
  // An older API does not send the packages.
  (value.packages === undefined || (Array.isArray(value.packages) && value.packages.every(isStudioPackage)));
