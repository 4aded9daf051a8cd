import type { Stat } from '@godhuli/contracts/studio';
import ArrowDown from 'lucide-react/icons/arrow-down';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactElement } from 'react';
import type { Slide } from '../data/hero-slides';
import { chatAddress, type Studio } from '../data/studio';
import { Dots } from '../page/dots';
import { GoTo } from '../page/go-to';
import { langOf } from '../page/lang-of';
import { StatTiles } from '../page/stat-tiles';
import { useCarousel } from '../page/use-carousel';
import { Photo } from '../photo/photo';
import { HERO_FRAME, UPRIGHT } from './hero-frame';
import { useNeededSlides } from './use-needed-slides';

const SLIDE_MS = 5000;

interface HeroProps {
  studio: Studio;
  stats: readonly Stat[];
  slides: readonly Slide[];
  loading: boolean;
}

/** The full-screen slideshow with the studio's promise (PUB-HERO-1 to 5). */
export function Hero({ studio, stats, slides, loading }: HeroProps): ReactElement {
  const carousel = useCarousel(slides.length, SLIDE_MS);
  const { needed, need } = useNeededSlides(carousel.index, slides.length, carousel.running);
  return (
    <section
      id="hero"
      className="site-hero hero"
      data-tone="ink"
      aria-labelledby="hero-h"
      aria-busy={loading || undefined}
      tabIndex={-1}
      {...carousel.hold}
    >
      <div className="hero__slides" aria-hidden="true">
        {slides.map((slide, index) => (
          <div key={slide._id} className={index === carousel.index ? 'hero__slide is-on' : 'hero__slide'}>
            {needed.has(index) && (
              <Photo
                media={slide.media}
                instead={slide.portrait ? { media: slide.portrait, condition: UPRIGHT } : undefined}
                image={slide.image}
                alt=""
                frames={HERO_FRAME}
                first={index === 0}
              />
            )}
          </div>
        ))}
      </div>
      <div className="hero__scrim" aria-hidden="true" />
      <div className="hero__in container">
        <div className="hero__head">
          <p className="eyebrow">
            {studio.brand} <span aria-hidden="true">/</span> {studio.trade}
          </p>
          <h1 id="hero-h" lang={langOf(studio.tagline)}>
            {studio.tagline}
          </h1>
        </div>
        <div className="hero__side">
          <p className="lead">{studio.description}</p>
          <div className="acts">
            <GoTo section="portfolio" className="btn btn--solid">
              View Portfolio
            </GoTo>
            <a className="btn btn--line" href={chatAddress(studio)} target="_blank" rel="noopener">
              <MessageCircle className="i" /> WhatsApp Now
            </a>
          </div>
        </div>
        <div className="hero__bar">
          <StatTiles stats={stats.slice(0, 4)} />
          <div className="hero__ctl">
            <Dots
              carousel={carousel}
              count={slides.length}
              label="Background photos"
              noun="Photo"
              subject="slideshow"
              onApproach={need}
            />
            <GoTo section="services" className="hero__scroll">
              Scroll <ArrowDown className="i" />
            </GoTo>
          </div>
        </div>
      </div>
    </section>
  );
}
