import type { PortfolioCategory } from '@godhuli/contracts/portfolio';

/** The categories of photos, in the order of their tabs (PUB-PORT-1). */
export const CATEGORIES: readonly { id: PortfolioCategory; label: string }[] = [
  { id: 'wedding', label: 'Wedding & Events' },
  { id: 'prewedding', label: 'Pre-Wedding' },
  { id: 'cinematic', label: 'Cinematic' },
  { id: 'maternity', label: 'Maternity | Newborn & Family' },
];

export const categoryLabel = (category: PortfolioCategory): string =>
  CATEGORIES.find(({ id }) => id === category)?.label ?? category;
