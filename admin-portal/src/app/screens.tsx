import type { QueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { DASHBOARD_PATHS } from '../features/dashboard/dashboard-paths';
import { filterFromQuery } from '../features/inquiries/inbox-url';
import { firstPagePath } from '../features/inquiries/inquiries.requests';
import { GALLERY_PATHS } from '../features/portfolio/portfolio-paths';
import { requestEarly } from './early-requests';
import { type CodeFailure, loadCode, useCode } from './late-code';
import { PageSkeleton } from './layout/page-skeleton';

interface ScreenCode {
  default: ComponentType;
  /** Observers of the queries without whose data the first frame of the screen would be a skeleton. @param query of the URL */
  firstQueries?(client: QueryClient, query: string): { subscribe(onChange: () => void): () => void }[];
}

const loadPlaceholder = () => import('../features/placeholders/placeholder-page');

/** The code of the screens by the path of their page. */
const codes: Record<string, () => Promise<ScreenCode>> = {
  '/dashboard': () => import('../features/dashboard/dashboard-page'),
  '/dashboard/gallery': () => import('../features/portfolio/portfolio-page'),
  '/dashboard/albums': () => import('../features/albums/albums-page'),
  '/dashboard/videos': () => import('../features/films/films-page'),
  '/dashboard/inquiries': () => import('../features/inquiries/inquiries-page'),
  '/dashboard/clients': () => import('../features/clients/clients-page'),
  '/dashboard/calendar': () => import('../features/calendar/calendar-page'),
  '/dashboard/blog': loadPlaceholder,
  '/dashboard/offers': loadPlaceholder,
  '/dashboard/pages': () => import('../features/site-editor/site-editor-page'),
  '/dashboard/services': () => import('../features/site-editor/services-page'),
  '/dashboard/packages': () => import('../features/site-editor/packages-page'),
  '/dashboard/testimonials': () => import('../features/site-editor/testimonials-page'),
  '/dashboard/analytics': loadPlaceholder,
  '/dashboard/marketing': loadPlaceholder,
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

async function codeOf(path: string): Promise<ScreenCode | undefined> {
  const load = codes[path];
  return load && loadCode(load);
}

/** Ends the subscriptions that keep the data of the opened screen until the screen itself subscribes. */
let holds: (() => void)[] = [];

/** Lets go of the first queries of a screen: it is shown now, or will not be. */
export function releaseFirstQueries(): void {
  for (const release of holds) release();
  // A new list: code that is still loading holds nothing any more.
  holds = [];
}

interface ScreenProps {
  /** of a page in `PAGES` */
  path: string;
  /** shown when the code could not be loaded; `onRetry` requests it again */
  failure(reason: CodeFailure, onRetry: () => void): ReactNode;
}

/** The screen of a page, or the skeleton while its code loads. */
export function Screen({ path, failure: showFailure }: ScreenProps) {
  const { Content, failure, retry } = useCode(codes[path] ?? loadPlaceholder);
  // The effects of the content have run: it has subscribed.
  useEffect(() => {
    if (Content) releaseFirstQueries();
  }, [Content]);
  if (Content) return <Content />;
  return failure ? showFailure(failure, retry) : <PageSkeleton />;
}

/** Starts loading the code of a screen. */
export function loadScreen(path: string): void {
  // A failure shows when the screen is rendered.
  codeOf(path).catch(() => undefined);
}

/** Starts loading the code and the first data of a screen, which would be requested one after the other. */
export function requestScreen(path: string, query: string): void {
  loadScreen(path);
  for (const first of firstPaths[path]?.(query) ?? []) requestEarly(first);
}

/** Requests a screen that is about to be shown, and reads its first data into the cache, so that its first frame has them. */
export function prepareScreen(path: string, query: string, client: QueryClient): void {
  requestScreen(path, query);
  releaseFirstQueries();
  const own = holds;
  codeOf(path).then(
    (code) => {
      if (holds !== own) return;
      for (const observer of code?.firstQueries?.(client, query) ?? []) own.push(observer.subscribe(() => undefined));
    },
    () => undefined,
  );
}
