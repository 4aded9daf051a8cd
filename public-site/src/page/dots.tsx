import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
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
  /** called on hover and focus: the visitor is about to select this slide */
  onIntent?(index: number): void;
}

/** One dot per slide, and the pause button. Nothing for a single slide. */
export function Dots({ carousel, count, label, noun, subject, onIntent }: DotsProps) {
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
          onPointerEnter={() => onIntent?.(index)}
          onFocus={() => onIntent?.(index)}
          onClick={() => carousel.show(index)}
        />
      ))}
      {!carousel.isStill && (
        <button
          type="button"
          className="icon-button dots__pause"
          aria-label={`${carousel.isPaused ? 'Play' : 'Pause'} ${subject}`}
          onClick={carousel.togglePaused}
        >
          {carousel.isPaused ? <Play className="icon" /> : <Pause className="icon" />}
        </button>
      )}
    </div>
  );
}
