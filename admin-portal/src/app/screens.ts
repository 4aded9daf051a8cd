import { type ComponentType, lazy } from 'react';
import { DASHBOARD_PATHS } from '../features/dashboard/dashboard-paths';
import { filterFromQuery } from '../features/inquiries/inbox-url';
import { firstPagePath } from '../features/inquiries/inquiries.requests';
import { GALLERY_PATHS } from '../features/portfolio/portfolio-paths';
import { requestEarly } from './early-requests';

type Load = () => Promise<{ default: ComponentType }>;

/** The code of the screens by the path of their page. */
const loads: Record<string, Load> = {
  '/dashboard': () => import('../features/dashboard/dashboard-page'),
  '/dashboard/gallery': () => import('../features/portfolio/portfolio-page'),
  '/dashboard/albums': () => import('../features/albums/albums-page'),
  '/dashboard/videos': () => import('../features/films/films-page'),
  '/dashboard/inquiries': () => import('../features/inquiries/inquiries-page'),
  '/dashboard/clients': () => import('../features/clients/clients-page'),
  '/dashboard/calendar': () => import('../features/calendar/calendar-page'),
  '/dashboard/pages': () => import('../features/site-editor/site-editor-page'),
  '/dashboard/services': () => import('../features/site-editor/services-page'),
  '/dashboard/packages': () => import('../features/site-editor/packages-page'),
  '/dashboard/testimonials': () => import('../features/site-editor/testimonials-page'),
  '/dashboard/settings': () => import('../features/site-editor/settings-page'),
  '/dashboard/users': () => import('../features/users/users-page'),
  '/dashboard/messages': () => import('../features/messages/messages-page'),
  '/dashboard/releases': () => import('../features/releases/releases-page'),
  '/dashboard/audit': () => import('../features/audit/audit-page'),
  '/dashboard/account': () => import('../features/account/account-page'),
};

/** The first requests of the screens that staff open most and every role may open (early-start.ts), by the query of the URL. */
const firstPaths: Record<string, (query: string) => readonly string[]> = {
  '/dashboard': () => Object.values(DASHBOARD_PATHS),
  '/dashboard/gallery': () => Object.values(GALLERY_PATHS),
  '/dashboard/inquiries': (query) => [firstPagePath(filterFromQuery(query))],
};

/** The screens by the path of their page. */
export const screens: Record<string, ComponentType> = Object.fromEntries(
  Object.entries(loads).map(([path, load]) => [path, lazy(load)]),
);

/** Starts loading the code of a screen. */
export function loadScreen(path: string): void {
  // A failure shows when the screen is rendered.
  loads[path]?.().catch(() => undefined);
}

/** Starts loading the code and the first data of a screen, which would be requested one after the other. */
export function prepareScreen(path: string, query: string): void {
  loadScreen(path);
  for (const first of firstPaths[path]?.(query) ?? []) requestEarly(first);
}
