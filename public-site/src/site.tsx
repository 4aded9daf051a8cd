import type { HostApi } from '@godhuli/contracts/host';
import { type ComponentType, lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { LABELS, type Labels, languageOf, setLanguage, withoutLanguage } from './languages/language';
import { findServerPage, KEPT, KeptPage } from './page/kept-page';

const LateLanguage = lazy(() => import('./languages/late-language'));

export type PageComponent = ComponentType<{ host: HostApi }>;
const neverChanges = () => () => undefined;

interface SiteProps {
  host: HostApi;
  /** the one-page site, and every other page; loaded on demand in the browser */
  pages: { Home: PageComponent; SubPage: PageComponent };
}

/**
 * The page of this document: the one-page site, or a page of its own, in the language of its path. The path does not change:
 * another page is another document, and the lightbox adds paths to the history that show the same page.
 */
export function Site({ host, pages: { Home, SubPage } }: SiteProps) {
  const { initialData = {}, location } = host;
  // False where React creates the page anew, for example after an error: then there is no markup to keep.
  const isHydrating = useSyncExternalStore(
    neverChanges,
    () => false,
    () => typeof document !== 'undefined',
  );
  const [{ Page, language, labels, isKept }] = useState(() => {
    const language = languageOf(location.pathname);
    const labels = initialData[LABELS] as Labels | undefined;
    setLanguage(language, labels);
    return {
      ...{ language, labels },
      Page: withoutLanguage(location.pathname) === '/' ? Home : SubPage,
      isKept: isHydrating && KEPT in initialData && findServerPage() !== null,
    };
  });
  return (
    <Suspense fallback={null}>
      {isKept ? (
        <KeptPage toast={host.toast} initialData={host.initialData} />
      ) : language !== 'en' && (!labels || KEPT in initialData) ? (
        <LateLanguage host={host} language={language} Page={Page} />
      ) : (
        <Page host={host} />
      )}
    </Suspense>
  );
}
