import type { Story } from '@godhuli/contracts/albums';
import type { Crumb } from '../breadcrumbs';
import { labelOf } from '../gallery/all-categories';

/** The way to a story. */
export const storyCrumbs = ({ category, title }: Pick<Story, 'category' | 'title'>): Crumb[] => [
  { label: 'Home', href: '/' },
  { label: 'Portfolio', href: '/portfolio' },
  { label: labelOf(category), href: `/portfolio/${category}` },
  { label: title },
];
