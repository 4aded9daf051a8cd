import type { Story } from '@godhuli/contracts/albums';
import { categoryLabel } from '../../portfolio/categories';
import type { Crumb } from '../breadcrumbs';

/** The way to a story. */
export const storyCrumbs = ({ category, title }: Pick<Story, 'category' | 'title'>): Crumb[] => [
  { label: 'Home', href: '/' },
  { label: 'Portfolio', href: '/portfolio' },
  { label: categoryLabel(category), href: `/portfolio/${category}` },
  { label: title },
];
