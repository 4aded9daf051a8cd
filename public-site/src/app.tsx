import type { HostApi } from '@godhuli/contracts/host';
import { lazy, Suspense, useRef, useState } from 'react';
import { About } from './about/about';
import { Contact } from './contact/contact';
import { ContactBar } from './contact/contact-bar';
import { groupContent } from './data/content';
import { DEFAULT_PROFILE, DEFAULT_STATS } from './data/defaults';
import { heroSlides } from './data/hero-slides';
import { studioOf } from './data/studio';
import { useSiteData } from './data/use-site-data';
import { Footer } from './footer/footer';
import { Header } from './header/header';
import { Hero } from './hero/hero';
import { t } from './languages/language';
import { Packages } from './packages/packages';
import { PageScript } from './page/page-script';
import { DeferredParts, FirstViewEnd, StructuredData } from './page/server-parts';
import { Portfolio } from './portfolio/portfolio';
import { Services } from './services/services';
import { hasServerStyles } from './styles/server-styles';
import { Testimonials } from './testimonials/testimonials';

const ClientParts = lazy(() => import('./page/client-parts'));

/** The public one-page site (ROUTE-1). Renders the same on the server and at hydration. */
export function App({ host }: { host: HostApi }) {
  const data = useSiteData(host.initialData);
  const content = groupContent(data.content.value);
  const studio = studioOf(content);
  const stats = data.stats.value.length > 0 ? data.stats.value : DEFAULT_STATS;
  const isComplete = Object.values(data).every(({ loading }) => !loading);
  const profile = data.profile.value ?? DEFAULT_PROFILE;
  const site = useRef<HTMLDivElement>(null);
  const [hasStyles] = useState(() => hasServerStyles(host.release));
  const page = (
    <div className="site" ref={site}>
      <a className="skip-link" href="#services">
        {t('Skip to content')}
      </a>
      <Header studio={studio} />
      <main>
        <Hero
          studio={studio}
          stats={stats}
          slides={heroSlides(data.hero.value, data.portfolio.value)}
          loading={data.content.loading || data.portfolio.loading || data.hero.loading}
        />
        <FirstViewEnd />
        <DeferredParts />
        <Services
          content={content}
          studio={studio}
          services={data.services}
          photos={data.portfolio.value}
          packages={data.packages.value}
        />
        <Portfolio content={content} portfolio={data.portfolio} />
        <Packages content={content} studio={studio} packages={data.packages} />
        <About profile={profile} stats={stats} />
        <Testimonials content={content} studio={studio} testimonials={data.testimonials.value} />
        <ContactBar studio={studio} />
        <Contact host={host} content={content} studio={studio} isComplete={isComplete} />
      </main>
      <Footer studio={studio} services={data.services} since={profile.since} />
      <StructuredData />
      <PageScript site={site} content={data} />
    </div>
  );
  if (hasStyles) return page;
  return (
    <Suspense fallback={null}>
      <ClientParts />
      {page}
    </Suspense>
  );
}
