import { type HostApi, HYDRATE_NEAR } from '@godhuli/contracts/host';
import { lazy, type RefObject, useRef, useState } from 'react';
import { groupContent } from '../data/content';
import { DEFAULT_PROFILE } from '../data/defaults';
import { studioOf } from '../data/studio';
import { useSiteData } from '../data/use-site-data';
import { Footer } from '../footer/footer';
import { Header } from '../header/header';
import { t, withoutLanguage } from '../languages/language';
import { Loading } from '../page/loading';
import { PageScript } from '../page/page-script';
import { AreSectionsElsewhere } from '../page/section-link';
import { DeferredParts, StructuredData } from '../page/server-parts';
import { hasServerStyles } from '../styles/server-styles';
import { PAGES } from './all-pages';
import { Notice } from './notice';
import type { PageProps, SitePage } from './page';
import { type PageData, readPageData, usePageData } from './use-page-data';

const SubPageStyles = lazy(() => import('./sub-page-styles'));

/** What every page shows around its own part: the studio, and the services in the footer. */
export const SURROUNDINGS = ['content', 'services', 'profile'] as const;

interface FoundPage {
  page: SitePage<unknown>;
  path: string;
  initial: unknown;
}

/** Returns the page at a path with the path of its data, and its data, if the server read it. */
function pageAt(pathname: string, data: HostApi['initialData'] = {}): FoundPage | undefined {
  for (const page of PAGES) {
    const path = page.dataPath(pathname);
    // On the server, every URL without data has the path `/p/*`.
    if (path !== undefined) return { page, path, initial: data[path in data ? path : path.replace(/[^/]+$/, '*')] };
  }
  return undefined;
}

/**
 * A page of its own: header, one part, footer. Markup with all its data needs no React, so a visitor loads the page script alone;
 * React renders what the server had no data for.
 */
export function SubPage({ host }: { host: HostApi }) {
  const [found] = useState(() => pageAt(withoutLanguage(host.location.pathname), host.initialData));
  const site = useSiteData(host.initialData, SURROUNDINGS);
  const content = groupContent(site.content.value);
  const studio = studioOf(content);
  const hasOwnData = !found || readPageData(found.page, found.initial).step !== 'loading';
  const isComplete = hasOwnData && SURROUNDINGS.every((name) => !site[name].loading);
  const root = useRef<HTMLDivElement>(null);
  const [hasStyles] = useState(() => hasServerStyles(host.release));
  return (
    <AreSectionsElsewhere value={true}>
      {!hasStyles && <SubPageStyles />}
      <div className="site site--ink" ref={root}>
        <a className="skip-link" href="#hero">
          {t('Skip to content')}
        </a>
        <Header studio={studio} />
        <main id="hero" tabIndex={-1}>
          {isComplete && <span hidden {...{ [HYDRATE_NEAR]: '' }} />}
          <DeferredParts />
          {found ? (
            <PagePart {...found} site={root} studio={studio} content={content} />
          ) : (
            <>
              <Notice heading={t('Page not found')} text={t('There is nothing at this address.')} />
              <PageScript site={root} />
            </>
          )}
        </main>
        <Footer studio={studio} services={site.services} since={(site.profile.value ?? DEFAULT_PROFILE).since} />
        <StructuredData />
      </div>
    </AreSectionsElsewhere>
  );
}

type Surroundings = Omit<PageProps<unknown>, 'data'>;

interface PagePartProps extends Surroundings, FoundPage {
  site: RefObject<HTMLElement | null>;
}

/** The page's own part, and the page script, which is attached again when the data has arrived. */
function PagePart({ page, path, initial, site, ...surroundings }: PagePartProps) {
  const loaded = usePageData(page, path, initial);
  return (
    <>
      <LoadedPart page={page} loaded={loaded} {...surroundings} />
      <PageScript site={site} content={loaded} />
    </>
  );
}

interface LoadedPartProps extends Surroundings {
  page: SitePage<unknown>;
  loaded: PageData<unknown>;
}

function LoadedPart({ page: { Page, notFound }, loaded, ...surroundings }: LoadedPartProps) {
  if (loaded.step === 'ready') return <Page {...surroundings} data={loaded.data} />;
  if (loaded.step === 'missing') return <Notice heading={t(notFound)} text={t('It may have been moved or removed.')} />;
  if (loaded.step === 'failed')
    return (
      <Notice heading={t('We could not load this page')} text={t('Check your connection, then reload the page.')} />
    );
  return (
    <section className="section" data-tone="ink">
      <Loading>{t('Loading...')}</Loading>
    </section>
  );
}
