import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import type { ReactElement } from 'react';
import type { Carousel } from './use-carousel';

interface DotsProps {
  carousel: Carousel;
  count: number;
  /** accessible name of the group */
  label: string;
  /** 'Photo' makes 'Photo 2 of 4' */
  noun: string;
  /** 'slideshow' makes 'Pause slideshow' */
  subject: string;
  /** hears of the one that the visitor is about to choose */
  onApproach?(index: number): void;
}

/** One dot for each slide, and the pause button beside them. Nothing for a single slide. */
export function Dots({ carousel, count, label, noun, subject, onApproach }: DotsProps): ReactElement | null {
  if (count < 2) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these are plain buttons
    <div className="dots" role="group" aria-label={label}>
      {Array.from({ length: count }, (_, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its position
          key={index}
          type="button"
          className="dot"
          aria-label={`${noun} ${index + 1} of ${count}`}
          aria-current={index === carousel.index ? 'true' : undefined}
          onPointerEnter={() => onApproach?.(index)}
          onFocus={() => onApproach?.(index)}
          onClick={() => carousel.show(index)}
        />
      ))}
      {!carousel.still && (
        <button
          type="button"
          className="icon-btn dots__pause"
          aria-label={`${carousel.paused ? 'Play' : 'Pause'} ${subject}`}
          onClick={carousel.togglePaused}
        >
          {carousel.paused ? <Play className="i" /> : <Pause className="i" />}
        </button>
      )}
    </div>
  );
}
