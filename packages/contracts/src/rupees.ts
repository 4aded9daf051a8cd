/** How a package states its price. */
export type PriceKind = 'exact' | 'from' | 'request';

/** Returns whole rupees with Indian grouping: 150000 is '₹1,50,000'. */
export const formatRupees = (rupees: number): string => `₹${String(rupees).replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')}`;

/** Returns the price that the public page shows; '' while the amount is missing. */
export function priceText(kind: PriceKind, rupees: number | null): string {
  if (kind === 'request') return 'Price on request';
  if (rupees === null) return '';
  return kind === 'from' ? `From ${formatRupees(rupees)}` : formatRupees(rupees);
}
