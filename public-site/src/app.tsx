import type { HostApi } from '@godhuli/contracts/host';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { About } from './about/about';
import { Contact } from './contact/contact';
import { groupContent } from './data/content';
import { DEFAULT_PROFILE, DEFAULT_STATS } from './data/defaults';
import { heroSlides } from './data/hero-slides';
import { studioOf } from './data/studio';
import { useSiteData } from './data/use-site-data';
import { Footer } from './footer/footer';
import { Header } from './header/header';
import { Hero } from './hero/hero';
import { Packages } from './packages/packages';
import { IconSheet } from './page/icon';
import { OtherSectionsStyles, StructuredData } from './page/server-parts';
import { useWholePage } from './page/use-whole-page';
import { Portfolio } from './portfolio/portfolio';
import { Services } from './services/services';
import { hasStylesOf } from './styles/styles-in-document';
import { Testimonials } from './testimonials/testimonials';

const PageStyles = lazy(() => import('./styles/page-styles'));

/** Marks the page as one that answers; what only adorns it is drawn from then on (hero.styles). */
const markAlive = (site: HTMLElement | null): void => {
  site?.setAttribute('data-alive', '');
};

/** The public one-page site (ROUTE-1). Renders the same on the server and at hydration. */
export function App({ host }: { host: HostApi }): ReactElement {
  const data = useSiteData(host.initialData);
  const content = groupContent(data.content.value);
  const studio = studioOf(content);
  const stats = data.stats.value.length > 0 ? data.stats.value : DEFAULT_STATS;
  const profile = data.profile.value ?? DEFAULT_PROFILE;
  useWholePage();
  const [styled] = useState(() => hasStylesOf(host.release));
  const page = (
    <div className="site" ref={markAlive}>
      <a className="skip" href="#services">
        Skip to content
      </a>
      <Header studio={studio} />
      <main>
        <Hero
          studio={studio}
          stats={stats}
          slides={heroSlides(data.hero.value, data.portfolio.value)}
          loading={data.content.loading || data.portfolio.loading || data.hero.loading}
        />
        <OtherSectionsStyles />
        <IconSheet />
        <Services content={content} studio={studio} services={data.services} />
        <Portfolio content={content} portfolio={data.portfolio} />
        <Packages content={content} studio={studio} packages={data.packages} />
        <About profile={profile} stats={stats} />
        <Testimonials content={content} studio={studio} testimonials={data.testimonials.value} />
        <Contact host={host} content={content} studio={studio} />
      </main>
      <Footer studio={studio} services={data.services} since={profile.since} />
      <StructuredData />
    </div>
  );
  if (styled) return page;
  return (
    <Suspense fallback={null}>
      <PageStyles />
      {page}
    </Suspense>
  );
}
