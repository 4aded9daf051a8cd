import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { numberText, t } from '../languages/language';

interface DotsProps {
  /** of the radio buttons; the one of slide 2 has the id `${name}-2` */
  name: string;
  count: number;
  /** accessible name of the group */
  label: string;
  /** label of each button: 'Photo {1} of {2}' */
  each: string;
  /** label of the pause button */
  pause: string;
}

/** The id of a slide's radio button. @param index from 0 */
export const dotId = (name: string, index: number): string => `${name}-${index + 1}`;

/** One radio button per slide, and the pause button. Nothing for a single slide. CSS shows the selected slide. */
export function Dots({ name, count, label, each, pause }: DotsProps) {
  if (count < 2) return null;
  return (
    <fieldset className="dots">
      <legend className="visually-hidden">{label}</legend>
      {Array.from({ length: count }, (_, index) => (
        <label key={dotId(name, index)} className="dot">
          <input
            className="choice"
            type="radio"
            name={name}
            id={dotId(name, index)}
            aria-label={t(each, numberText(index + 1), numberText(count))}
            defaultChecked={index === 0}
            // A reload begins with the first slide; the timer may have shown another one.
            autoComplete="off"
          />
        </label>
      ))}
      <label className="icon-button dots__pause">
        <input className="choice" type="checkbox" aria-label={t(pause)} autoComplete="off" />
        <Pause className="icon dots__icon" />
        <Play className="icon dots__icon" />
      </label>
    </fieldset>
  );
}
