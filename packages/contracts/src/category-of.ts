import type { PortfolioCategory } from './portfolio.js';

/**
 * Returns the category that a title of a service or the category of a package names ('Pre-Wedding', 'Maternity | Newborn & Family'),
 * or '' if it names none. Without zod, because the public page uses it.
 */
export function categoryOf(text: string): PortfolioCategory | '' {
  const [name = ''] = /pre-?wedding|wedding|cinematic|maternity|commercial/i.exec(text) ?? [];
  return name.toLowerCase().replace('-', '') as PortfolioCategory | '';
}
