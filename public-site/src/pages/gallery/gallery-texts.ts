import type { GalleryPage } from '@godhuli/contracts/albums';
import { numberText, t } from '../../languages/language';
import type { Crumb } from '../breadcrumbs';
import { labelOf } from './all-categories';

type Place = Pick<GalleryPage, 'category' | 'page'>;

export function galleryPath(category: GalleryPage['category'], page: number): string {
  if (page > 1) return `/portfolio/${category ?? 'all'}-${page}`;
  return category === null ? '/portfolio' : `/portfolio/${category}`;
}

export const galleryTitle = ({ category }: Place): string =>
  t(category === null ? 'The complete gallery' : labelOf(category));

export function galleryCrumbs({ category, page }: Place): Crumb[] {
  const crumbs: Crumb[] = [
    { label: 'Home', href: '/' },
    { label: 'Portfolio', href: '/portfolio' },
  ];
  if (category !== null) crumbs.push({ label: labelOf(category), href: galleryPath(category, 1) });
  if (page > 1) crumbs.push({ label: t('Page {1}', numberText(page)), href: galleryPath(category, page) });
  const last = crumbs.pop() as Crumb;
  return [...crumbs, { label: last.label }];
}
