import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { categoryLabel } from '../../portfolio/categories';
import type { Crumb } from '../breadcrumbs';

/** The way to a photo. */
export const photoCrumbs = ({ category, title }: Pick<PortfolioItem, 'category' | 'title'>): Crumb[] => [
  { label: 'Home', href: '/' },
  { label: categoryLabel(category), href: '/#portfolio' },
  { label: title },
];
