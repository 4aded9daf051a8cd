import type { PhotoCrops, TextContrast } from '@godhuli/contracts/photo-crops';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import { hintStyles } from '../../ui/field.styles';
import { list } from './text-contrast.styles';

const PLACES = [
  { place: 'wide', where: 'on a computer', shape: 'wide', part: 'left part' },
  { place: 'phone', where: 'on a phone', shape: 'portrait', part: 'lower half' },
] as const;

/** Whether the text of the slideshow can be read on the photo, as the server measured it, and what to do if not. */
export function TextContrastList({ contrast, isStale }: { contrast: PhotoCrops['contrast']; isStale: boolean }) {
  return (
    <>
      <ul css={list} aria-label="Text of the slideshow on this photo">
        {PLACES.map(({ place, where, shape, part }) => {
          const measured = contrast[place];
          if (!measured) return null;
          return (
            <li key={place} data-bad={!measured.isReadable || undefined}>
              {measured.isReadable ? (
                <CircleCheck aria-hidden="true" strokeWidth={1.75} />
              ) : (
                <CircleAlert aria-hidden="true" strokeWidth={1.75} />
              )}
              <span>
                {measured.isReadable
                  ? `Text is readable ${where}`
                  : `Text is hard to read ${where}. Make a ${shape} crop whose ${part} is darker, or choose another photo for the slideshow`}
                {` (${figures(measured)}).`}
              </span>
            </li>
          );
        })}
      </ul>
      {PLACES.some(({ place }) => !contrast[place]) && (
        <p css={hintStyles}>We could not measure the text on this photo. Open this window again in a moment.</p>
      )}
      {isStale && <p css={hintStyles}>Save the crops to measure the text again.</p>}
    </>
  );
}

const figures = ({ heading, body }: TextContrast) =>
  `contrast ${heading.toFixed(1)} of 3 behind the heading, ${body.toFixed(1)} of 4.5 behind other text`;
