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

const isKnown = (category: string): category is PortfolioCategory => category in LABELS;

/** The label of a category. One that this release of the portal does not know is shown as it is. */
export const categoryLabel = (category: string) => (isKnown(category) ? LABELS[category] : category);

/** The known categories, then those of `sent` that are not known. */
export const categoriesWith = (sent: readonly string[]): { value: string; label: string }[] => [
  ...CATEGORIES,
  ...sent.filter((value) => !isKnown(value)).map((value) => ({ value, label: value })),
];

/** The category of a new photo: the chosen one, otherwise the first. */
export const newPhotoCategory = (chosen: string) => (chosen === 'all' ? 'wedding' : chosen);
