import type { PortfolioCategory } from '@godhuli/contracts/portfolio';
import { CATEGORIES, categoryLabel } from '../../portfolio/categories';

/** The categories of the gallery: those of the tabs, and one that has no tab on the one-page site (PUB-COMM-1). */
export const ALL_CATEGORIES: typeof CATEGORIES = [...CATEGORIES, { id: 'commercial', label: 'Commercial' }];

export const labelOf = (category: PortfolioCategory): string =>
  ALL_CATEGORIES.find(({ id }) => id === category)?.label ?? categoryLabel(category);
