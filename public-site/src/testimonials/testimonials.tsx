import type { Testimonial } from '@godhuli/contracts/studio';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type RefObject, useRef } from 'react';
import { type Content, textOf } from '../data/content';
import { chatUrl, type Studio } from '../data/studio';
import { Dots } from '../page/dots';
import { langOf } from '../page/lang-of';
import { prefersReducedMotion } from '../page/media-query';
import { Section } from '../page/section';
import { SectionLink } from '../page/section-link';
import { Stars } from '../page/stars';
import { type Carousel, useCarousel } from '../page/use-carousel';
import { Photo } from '../photo/photo';
import type { Frame } from '../photo/sizes';

const ADVANCE_MS = 8000;
const CUT_AT = 120;
const SLIDE_FRAMES: readonly Frame[] = [
  ['(max-width:639px)', '100vw', 4 / 5],
  ['(max-width:899px)', '92vw', 16 / 10],
  ['', 'min(37.5vw,41rem)', 4 / 5],
];
const CARD_FRAMES: readonly Frame[] = [['', '56px', 1]];

const occasion = ({ event, location }: Testimonial) => [event, location].filter(Boolean).join(', ');

/** Cuts a text to at most 120 characters, at a word boundary if there is one, and adds an ellipsis (PUB-TEST-2). */
function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= CUT_AT) return text;
  const start = characters.slice(0, CUT_AT + 1).join('');
  const words = /^(.*\S)\s+\S*$/su.exec(start)?.[1] ?? characters.slice(0, CUT_AT).join('');
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** Scrolls an element to the middle of the window, unless all of it is visible below the header. */
function scrollIntoView(element: Element | null): void {
  const box = element?.getBoundingClientRect();
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (!box || (box.top >= header && box.bottom <= innerHeight)) return;
  element?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'center' });
}

function Slide({
  testimonial,
  carousel,
  count,
  quote,
}: {
  testimonial: Testimonial;
  carousel: Carousel;
  count: number;
  quote: RefObject<HTMLDivElement | null>;
}) {
  return (
    <section className="carousel" aria-roledescription="carousel" aria-label="Testimonials" {...carousel.pauseHandlers}>
      <Photo
        key={testimonial._id}
        className="carousel__photo"
        media={testimonial.media}
        image={testimonial.image}
        frames={SLIDE_FRAMES}
      />
      <div className="carousel__text">
        {/* Screen readers announce a change by the visitor, not one by the timer. */}
        <div ref={quote} className="carousel__quote" aria-live={carousel.isVisitorChoice ? 'polite' : 'off'}>
          <div className="carousel__slide" key={testimonial._id}>
            <Stars rating={testimonial.rating} />
            <blockquote lang={langOf(testimonial.text)}>
              <p>{testimonial.text}</p>
            </blockquote>
            <h3 className="carousel__author">
              <strong>{testimonial.name}</strong>
              <span>{occasion(testimonial)}</span>
            </h3>
          </div>
        </div>
        <div className="carousel__controls">
          {[
            { name: 'Previous', Arrow: ArrowLeft, show: carousel.previous },
            { name: 'Next', Arrow: ArrowRight, show: carousel.next },
          ].map(({ name, Arrow, show }) => (
            <button
              key={name}
              type="button"
              className="icon-button icon-button--outline"
              aria-label={`${name} testimonial`}
              onClick={show}
            >
              <Arrow className="icon" />
            </button>
          ))}
          <Dots carousel={carousel} count={count} label="All testimonials" noun="Testimonial" subject="testimonials" />
        </div>
      </div>
    </section>
  );
}

interface CardProps {
  testimonial: Testimonial;
  selected: boolean;
  onSelect(): void;
}

function Card({ testimonial, selected, onSelect }: CardProps) {
  return (
    <li>
      <button type="button" className="testimonial-card" aria-pressed={selected} onClick={onSelect}>
        <span className="testimonial-card__header">
          <Photo
            className="testimonial-card__photo"
            media={testimonial.media}
            image={testimonial.image}
            alt=""
            frames={CARD_FRAMES}
          />
          <span>
            <strong>{testimonial.name}</strong>
            <span className="testimonial-card__event">{occasion(testimonial)}</span>
          </span>
        </span>
        <span className="testimonial-card__text">{cut(testimonial.text)}</span>
        <span className="testimonial-card__text testimonial-card__full-text" hidden>
          {testimonial.text}
        </span>
        <Stars rating={testimonial.rating} />
      </button>
    </li>
  );
}

interface TestimonialsProps {
  content: Content;
  studio: Studio;
  testimonials: readonly Testimonial[];
}

/** Testimonials of couples and parents (PUB-TEST-1 to 3). */
export function Testimonials({ content, studio, testimonials }: TestimonialsProps) {
  const carousel = useCarousel(testimonials.length, ADVANCE_MS);
  const shown = testimonials[carousel.index];
  const closing = textOf(content, 'testimonials', 'closing', 'Yours could be the next story we tell');
  const quote = useRef<HTMLDivElement>(null);
  const select = (index: number) => {
    carousel.show(index);
    // Wait one frame, until the selected testimonial is laid out.
    requestAnimationFrame(() => scrollIntoView(quote.current));
  };
  return (
    <Section
      id="testimonials"
      tone="maroon"
      hasGrain
      eyebrow="Testimonials"
      heading={textOf(content, 'testimonials', 'heading', 'In their own words')}
      isTight
    >
      {shown && <Slide testimonial={shown} carousel={carousel} count={testimonials.length} quote={quote} />}
      <ul className="testimonial-grid">
        {testimonials.map((testimonial, index) => (
          <Card
            key={testimonial._id}
            testimonial={testimonial}
            selected={index === carousel.index}
            onSelect={() => select(index)}
          />
        ))}
      </ul>
      <div className="call-to-action">
        <h3 lang={langOf(closing)}>{closing}</h3>
        <div className="actions">
          <a className="button button--solid" href={chatUrl(studio)} target="_blank" rel="noopener">
            <MessageCircle className="icon" /> WhatsApp Us
          </a>
          <SectionLink section="portfolio" className="button button--outline">
            View More Work
          </SectionLink>
        </div>
      </div>
    </Section>
  );
}
