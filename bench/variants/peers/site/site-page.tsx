import type { ReactNode } from 'react';
import { About } from '../../../../public-site/src/about/about';
import { groupContent } from '../../../../public-site/src/data/content';
import { DEFAULT_PROFILE, DEFAULT_STATS } from '../../../../public-site/src/data/defaults';
import { heroSlides } from '../../../../public-site/src/data/hero-slides';
import type { SourceValues } from '../../../../public-site/src/data/sources';
import { studioOf } from '../../../../public-site/src/data/studio';
import { Footer } from '../../../../public-site/src/footer/footer';
import { Header } from '../../../../public-site/src/header/header';
import { Hero } from '../../../../public-site/src/hero/hero';
import { Packages } from '../../../../public-site/src/packages/packages';
import { IconPaths } from '../../../../public-site/src/page/icon-sprite';
import { Portfolio } from '../../../../public-site/src/portfolio/portfolio';
import { Services } from '../../../../public-site/src/services/services';
import { Testimonials } from '../../../../public-site/src/testimonials/testimonials';

interface SitePageProps {
  data: SourceValues;
  /** the contact section, the only one that needs React in the browser */
  children: ReactNode;
}

/** The page from the components of the public site. Without hooks, so that React Server Components and Astro render it. */
export function SitePage({ data, children }: SitePageProps) {
  const content = groupContent(data.content.value);
  const studio = studioOf(content);
  const stats = data.stats.value.length > 0 ? data.stats.value : DEFAULT_STATS;
  const profile = data.profile.value ?? DEFAULT_PROFILE;
  return (
    <div className="site">
      <a className="skip-link" href="#services">
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
        <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
          <IconPaths />
        </svg>
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
        {children}
      </main>
      <Footer studio={studio} services={data.services} since={profile.since} />
    </div>
  );
}
