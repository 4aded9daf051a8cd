import type { Film } from '@godhuli/contracts/films';
import type { Crumb } from '../breadcrumbs';

/** The way to a film. */
export const filmCrumbs = ({ title }: Pick<Film, 'title'>): Crumb[] => [
  { label: 'Home', href: '/' },
  { label: 'Portfolio', href: '/portfolio' },
  { label: title },
];
