import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Crumb } from '../breadcrumbs';
import { labelOf } from '../gallery/all-categories';

/** The way to a photo. */
export const photoCrumbs = ({ category, title }: Pick<PortfolioItem, 'category' | 'title'>): Crumb[] => [
  { label: 'Home', href: '/' },
  { label: labelOf(category), href: `/portfolio/${category}` },
  { label: title },
];
