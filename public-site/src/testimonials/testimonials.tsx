import type { Testimonial } from '@godhuli/contracts/studio';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { CSSProperties } from 'react';
import { chatUrl } from '../data/chat-url';
import { type Content, textOf } from '../data/content';
import type { Studio } from '../data/studio';
import { t } from '../languages/language';
import { Dots, dotId } from '../page/dots';
import { editMark } from '../page/edit-mark';
import { Section } from '../page/section';
import { SectionLink } from '../page/section-link';
import { Stars } from '../page/stars';
import { cropOf } from '../photo/crop-of';
import { Photo } from '../photo/photo';
import { type Frame, WHOLE } from '../photo/sizes';

const SLIDE_FRAMES: readonly Frame[] = [
  ['(max-width:639px)', 'min(100vw,62.5vw*$)', WHOLE],
  ['', 'min(37.5vw,41rem)', WHOLE],
];
const SLIDE_SHAPE = 'square';
/** The frame of a testimonial without a photo (testimonials.css). */
const NO_PHOTO_RATIO = 4 / 5;
const CARD_FRAMES: readonly Frame[] = [['', '56px', 1]];

const occasion = ({ event, location }: Testimonial) => [event, location].filter(Boolean).join(', ');

/** Cuts a text after 120 characters, with the vowel signs of the last one, and adds an ellipsis (PUB-TEST-2). */
const cut = (text: string): string => text.replace(/^(.{120}\p{M}*)(?!\p{M}).+/su, '$1…');

/** The radio buttons of the carousel. */
const CHOICE = 'testimonial';

/** Returns the rules that show what belongs to the selected testimonial. Its number is not limited, so they are made to measure. */
function selectionRules(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const selected = `.testimonials:has(#${dotId(CHOICE, index)}:checked)`;
    const child = `:nth-child(${index + 1})`;
    return (
      `${selected} .carousel__arrows${child}{display:contents}` +
      `${selected} .carousel__slide${child}{visibility:visible;--quote-limit:none;--quote-animation:quote-open}` +
      `${selected} .carousel__slide${child}>.carousel__photo{display:block}` +
      `${selected} .testimonial-grid>${child} .testimonial-card::before{transform:none}`
    );
  }).join('');
}

/**
 * The ratio of the tallest photo, whose height is reserved, so that another photo does not move the arrows. At most that of a frame
 * without a photo: a single taller one would leave the others much room.
 */
function reservedRatio(testimonials: readonly Testimonial[]): number {
  const ratios = testimonials.map(({ media }) => {
    const shown = cropOf(media, SLIDE_SHAPE);
    return shown ? shown.width / shown.height : NO_PHOTO_RATIO;
  });
  return Math.max(NO_PHOTO_RATIO, Math.min(...ratios));
}

function Slide({ testimonial }: { testimonial: Testimonial }) {
  const mark = `testimonial:${testimonial._id}:`;
  return (
    <article className="carousel__slide" data-edit={editMark(`${mark}photoId`)}>
      <Photo
        className="carousel__photo"
        media={testimonial.media}
        image={testimonial.image}
        frames={SLIDE_FRAMES}
        shape={SLIDE_SHAPE}
      />
      <div className="carousel__quote">
        <Stars rating={testimonial.rating} />
        <blockquote data-edit={editMark(`${mark}text`)}>
          <p>{testimonial.text}</p>
        </blockquote>
        <h3 className="carousel__author" data-edit={editMark(`${mark}name`)}>
          <strong>{testimonial.name}</strong>
          <span>{occasion(testimonial)}</span>
        </h3>
      </div>
    </article>
  );
}

/** The arrows of one slide. They are labels of the neighbours' radio buttons; the keyboard uses the radio buttons themselves. */
function Arrows({ index, count }: { index: number; count: number }) {
  return (
    <div className="carousel__arrows" aria-hidden="true">
      {[
        { name: 'Previous', Arrow: ArrowLeft, target: (index - 1 + count) % count },
        { name: 'Next', Arrow: ArrowRight, target: (index + 1) % count },
      ].map(({ name, Arrow, target }) => (
        <label key={name} className="icon-button icon-button--outline" htmlFor={dotId(CHOICE, target)} title={t(name)}>
          <Arrow className="icon" />
        </label>
      ))}
    </div>
  );
}

function Carousel({ testimonials }: { testimonials: readonly Testimonial[] }) {
  const count = testimonials.length;
  const style = { '--reserved': reservedRatio(testimonials) } as CSSProperties;
  return (
    <section className="carousel" style={style} aria-roledescription={t('carousel')} aria-label={t('Testimonials')}>
      <style>{selectionRules(count)}</style>
      <div className="carousel__slides" aria-live="polite">
        {testimonials.map((testimonial) => (
          <Slide key={testimonial._id} testimonial={testimonial} />
        ))}
      </div>
      {count > 1 && (
        <div className="carousel__controls">
          <div>
            {testimonials.map(({ _id }, index) => (
              <Arrows key={_id} index={index} count={count} />
            ))}
          </div>
          <Dots
            name={CHOICE}
            count={count}
            label={t('All testimonials')}
            each="Testimonial {1} of {2}"
            pause="Pause testimonials"
          />
        </div>
      )}
    </section>
  );
}

/** A testimonial of the grid: the label of its radio button in the carousel. */
function Card({ testimonial, index, isOnly }: { testimonial: Testimonial; index: number; isOnly: boolean }) {
  const Box = isOnly ? 'div' : 'label';
  return (
    <li data-edit={editMark(`testimonial:${testimonial._id}:text`)}>
      <Box className="testimonial-card" {...(isOnly ? {} : { htmlFor: dotId(CHOICE, index) })}>
        <span className="testimonial-card__header">
          <Photo
            className="testimonial-card__photo"
            media={testimonial.media}
            image={testimonial.image}
            alt=""
            frames={CARD_FRAMES}
            shape="square"
          />
          <span>
            <strong>{testimonial.name}</strong>
            <span className="testimonial-card__event">{occasion(testimonial)}</span>
          </span>
        </span>
        <span className="testimonial-card__text">{cut(testimonial.text)}</span>
        <Stars rating={testimonial.rating} />
      </Box>
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
  const closing = textOf(content, 'testimonials', 'closing', t('Yours could be the next story we tell'));
  return (
    <Section
      id="testimonials"
      tone="maroon"
      hasGrain
      eyebrow="Testimonials"
      heading={textOf(content, 'testimonials', 'heading', t('In their own words'))}
      isTight
    >
      {testimonials.length > 0 && <Carousel testimonials={testimonials} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a strip that scrolls, without anything to focus in it */}
      <ul className="testimonial-grid" tabIndex={0}>
        {testimonials.map((testimonial, index) => (
          <Card key={testimonial._id} testimonial={testimonial} index={index} isOnly={testimonials.length === 1} />
        ))}
      </ul>
      <div className="call-to-action">
        <h3 data-edit={editMark('text:testimonials:closing')}>{closing}</h3>
        <div className="actions">
          <a className="button button--solid" href={chatUrl(studio)} target="_blank" rel="noopener">
            <MessageCircle className="icon" /> {t('WhatsApp Us')}
          </a>
          <SectionLink section="portfolio" className="button button--outline">
            {t('View More Work')}
          </SectionLink>
        </div>
      </div>
    </Section>
  );
}
