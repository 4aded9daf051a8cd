import type { Stat } from '@godhuli/contracts/studio';
import ArrowDown from 'lucide-react/icons/arrow-down';
import MessageCircle from 'lucide-react/icons/message-circle';
import { chatUrl } from '../data/chat-url';
import type { Slide } from '../data/hero-slides';
import type { Studio } from '../data/studio';
import { t } from '../languages/language';
import { Dots } from '../page/dots';
import { editMark } from '../page/edit-mark';
import { SectionLink } from '../page/section-link';
import { StatTiles } from '../page/stat-tiles';
import { Photo } from '../photo/photo';
import { HERO_FRAME, HERO_PHOTOS, PORTRAIT_WINDOW } from './hero-frame';

interface HeroProps {
  studio: Studio;
  stats: readonly Stat[];
  slides: readonly Slide[];
  loading: boolean;
}

/** The full-screen slideshow with tagline, actions and stats (PUB-HERO-1 to 5). */
export function Hero({ studio, stats, slides, loading }: HeroProps) {
  return (
    <section
      id="hero"
      className="hero"
      data-tone="ink"
      aria-labelledby="hero-h"
      aria-busy={loading || undefined}
      tabIndex={-1}
    >
      <div className="hero__scrim" aria-hidden="true" />
      <div className="hero__content container">
        <div className="hero__heading">
          <p className="eyebrow" data-edit={editMark('text:hero:brand_name')}>
            {studio.brand} <span aria-hidden="true">/</span> {studio.trade}
          </p>
          <h1 id="hero-h" data-edit={editMark('text:hero:tagline')}>
            {studio.tagline}
          </h1>
        </div>
        <div className="hero__intro">
          <p className="lead" data-edit={editMark('text:hero:description')}>
            {studio.description}
          </p>
          <div className="actions">
            <SectionLink section="portfolio" className="button button--solid">
              {t('View Portfolio')}
            </SectionLink>
            <a className="button button--outline" href={chatUrl(studio)} target="_blank" rel="noopener">
              <MessageCircle className="icon" /> {t('WhatsApp Now')}
            </a>
          </div>
        </div>
        <div className="hero__bar">
          <StatTiles stats={stats.slice(0, 4)} />
          <div className="hero__controls">
            <Dots
              name="hero-slide"
              count={slides.length}
              label={t('Background photos')}
              each="Photo {1} of {2}"
              pause="Pause slideshow"
            />
            <SectionLink section="services" className="hero__scroll">
              {t('Scroll')} <ArrowDown className="icon" />
            </SectionLink>
          </div>
        </div>
      </div>
      {/* Last, because the markup of the photos is long: the text is in the first frame without them (document-head.ts). */}
      <div className="hero__slides" id={HERO_PHOTOS} aria-hidden="true">
        {/* A hidden slide's photo loads when it is selected, or shortly before (page-script/attach.ts). */}
        {slides.map((slide, index) => (
          <div key={slide._id} className="hero__slide">
            <Photo
              media={slide.media}
              alternative={slide.portrait ? { media: slide.portrait, condition: PORTRAIT_WINDOW } : undefined}
              image={slide.image}
              alt=""
              frames={HERO_FRAME}
              hasPriority={index === 0}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
