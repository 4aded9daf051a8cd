import type { Testimonial } from '@godhuli/contracts/studio';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import MessageCircle from 'lucide-react/icons/message-circle';
import { type ReactElement, type RefObject, useRef } from 'react';
import { type Content, textOf } from '../data/content';
import { chatAddress, type Studio } from '../data/studio';
import { Dots } from '../page/dots';
import { GoTo } from '../page/go-to';
import { langOf } from '../page/lang-of';
import { prefersReducedMotion } from '../page/media-query';
import { SectionHead } from '../page/section-head';
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

/** At most 120 characters, whole words as far as there are any, and an ellipsis when there were more (PUB-TEST-2). */
function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= CUT_AT) return text;
  const start = characters.slice(0, CUT_AT + 1).join('');
  const words = /^(.*\S)\s+\S*$/su.exec(start)?.[1] ?? characters.slice(0, CUT_AT).join('');
  return `${words.replace(/[\s,;:–—-]+$/u, '')}…`;
}

/** Brings an element to the middle of the window unless all of it is seen already, below the header. */
function bringIntoView(element: Element | null): void {
  const box = element?.getBoundingClientRect();
  const header = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (!box || (box.top >= header && box.bottom <= innerHeight)) return;
  element?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth', block: 'center' });
}

function Slide({
  testimonial,
  carousel,
  count,
  said,
}: {
  testimonial: Testimonial;
  carousel: Carousel;
  count: number;
  said: RefObject<HTMLDivElement | null>;
}): ReactElement {
  return (
    <section className="car" aria-roledescription="carousel" aria-label="Testimonials" {...carousel.hold}>
      <Photo
        key={testimonial._id}
        className="car__img"
        media={testimonial.media}
        image={testimonial.image}
        frames={SLIDE_FRAMES}
      />
      <div className="car__txt">
        {/* A change by timer is not announced; one by the visitor's act is. */}
        <div ref={said} className="car__say" aria-live={carousel.chosen ? 'polite' : 'off'}>
          <div className="car__fade" key={testimonial._id}>
            <Stars rating={testimonial.rating} />
            <blockquote lang={langOf(testimonial.text)}>
              <p>{testimonial.text}</p>
            </blockquote>
            <h3 className="car__by">
              <strong>{testimonial.name}</strong>
              <span>{occasion(testimonial)}</span>
            </h3>
          </div>
        </div>
        <div className="car__ctl">
          <button
            type="button"
            className="icon-btn icon-btn--line"
            aria-label="Previous testimonial"
            onClick={carousel.previous}
          >
            <ArrowLeft className="i" />
          </button>
          <button
            type="button"
            className="icon-btn icon-btn--line"
            aria-label="Next testimonial"
            onClick={carousel.next}
          >
            <ArrowRight className="i" />
          </button>
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

function Card({ testimonial, selected, onSelect }: CardProps): ReactElement {
  return (
    <li>
      <button type="button" className="tcard" aria-pressed={selected} onClick={onSelect}>
        <span className="tcard__top">
          <Photo
            className="tcard__img"
            media={testimonial.media}
            image={testimonial.image}
            alt=""
            frames={CARD_FRAMES}
          />
          <span>
            <strong>{testimonial.name}</strong>
            <span className="tcard__ev">{occasion(testimonial)}</span>
          </span>
        </span>
        <span className="tcard__t">{cut(testimonial.text)}</span>
        <span className="tcard__t tcard__all" hidden>
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

/** What couples and parents said (PUB-TEST-1 to 3). */
export function Testimonials({ content, studio, testimonials }: TestimonialsProps): ReactElement {
  const carousel = useCarousel(testimonials.length, ADVANCE_MS);
  const shown = testimonials[carousel.index];
  const closing = textOf(content, 'testimonials', 'closing', 'Yours could be the next story we tell');
  const said = useRef<HTMLDivElement>(null);
  const select = (index: number) => {
    carousel.show(index);
    // One frame later, when the chosen one is laid out.
    requestAnimationFrame(() => bringIntoView(said.current));
  };
  return (
    <section
      id="testimonials"
      className="site-testimonials sec sec--grain"
      data-tone="maroon"
      aria-labelledby="testimonials-h"
      tabIndex={-1}
    >
      <div className="container">
        <SectionHead
          id="testimonials-h"
          eyebrow="Testimonials"
          heading={textOf(content, 'testimonials', 'heading', 'In their own words')}
          tight
        />
        {shown && <Slide testimonial={shown} carousel={carousel} count={testimonials.length} said={said} />}
        <ul className="tgrid">
          {testimonials.map((testimonial, index) => (
            <Card
              key={testimonial._id}
              testimonial={testimonial}
              selected={index === carousel.index}
              onSelect={() => select(index)}
            />
          ))}
        </ul>
        <div className="cta">
          <h3 lang={langOf(closing)}>{closing}</h3>
          <div className="acts">
            <a className="btn btn--solid" href={chatAddress(studio)} target="_blank" rel="noopener">
              <MessageCircle className="i" /> WhatsApp Us
            </a>
            <GoTo section="portfolio" className="btn btn--line">
              View More Work
            </GoTo>
          </div>
        </div>
      </div>
    </section>
  );
}
