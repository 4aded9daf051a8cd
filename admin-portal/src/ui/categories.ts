import { PORTFOLIO_CATEGORIES, type PortfolioCategory } from '@godhuli/contracts/portfolio';

const LABELS: Record<PortfolioCategory, string> = {
  wedding: 'Wedding & Events',
  prewedding: 'Pre-Wedding',
  cinematic: 'Cinematic',
  maternity: 'Maternity | Newborn & Family',
  commercial: 'Commercial',
};

/** The categories in the order and with the labels of the website. */
export const CATEGORIES = PORTFOLIO_CATEGORIES.map((value) => ({ value, label: LABELS[value] }));

export const categoryLabel = (category: PortfolioCategory) => LABELS[category];
