import type { HostApi } from '@godhuli/contracts/host';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { App } from './app';
import { LABELS, type Labels, languageOf, setLanguage, withoutLanguage } from './languages/language';

const LateLanguage = lazy(() => import('./languages/late-language'));

interface SiteProps {
  host: HostApi;
  /** loaded on demand in the browser */
  SubPage: ComponentType<{ host: HostApi }>;
}

/**
 * The page of this document: the one-page site, or a page of its own, in the language of its path. The path does not change:
 * another page is another document, and the lightbox adds paths to the history that show the same page.
 */
export function Site({ host, SubPage }: SiteProps) {
  const [{ Page, language, labels }] = useState(() => {
    const language = languageOf(host.location.pathname);
    const labels = host.initialData?.[LABELS] as Labels | undefined;
    setLanguage(language, labels);
    return { Page: withoutLanguage(host.location.pathname) === '/' ? App : SubPage, language, labels };
  });
  if (language !== 'en' && !labels)
    return (
      <Suspense fallback={null}>
        <LateLanguage host={host} language={language} Page={Page} />
      </Suspense>
    );
  if (Page === App) return <App host={host} />;
  return (
    <Suspense fallback={null}>
      <Page host={host} />
    </Suspense>
  );
}
