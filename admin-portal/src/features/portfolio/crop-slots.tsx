import type { CropShape, Focal, Media, MediaFile } from '@godhuli/contracts/media';
import { CROP_RATIOS, type CropArea } from '@godhuli/contracts/photo-crops';
import { Photo } from '../../ui/photo';
import { partInFrame } from './crop-math';
import { heroText, sheet, slot } from './crop-slots.styles';

interface Slot {
  label: string;
  /** width by height; 0: that of the crop, otherwise of the photo */
  ratio: number;
  /** the crop that the website uses there */
  shape: CropShape | null;
  hero?: 'wide' | 'phone';
}

/** Every place of the website with a shape of its own. */
const SLOTS: readonly Slot[] = [
  { label: 'Slideshow, computer', ratio: 16 / 10, shape: 'wide', hero: 'wide' },
  { label: 'Slideshow, phone', ratio: 390 / 844, shape: 'portrait', hero: 'phone' },
  { label: 'Portfolio', ratio: 0, shape: null },
  { label: 'Service, testimonial', ratio: 0, shape: 'square' },
  { label: 'Testimonial, small', ratio: 1, shape: 'square' },
  { label: 'Link preview', ratio: 1200 / 630, shape: 'wide' },
];

interface CropSlotsProps {
  media: Media;
  focal: Focal;
  crops: Record<CropShape, CropArea | null>;
  /** second photo, which phones show instead */
  portrait: MediaFile | null;
}

/** One sheet with every place of the website that shows the photo, as it will be cropped there. */
export function CropSlots({ media, focal, crops, portrait }: CropSlotsProps) {
  return (
    <div css={sheet}>
      {SLOTS.map(({ label, ratio, shape, hero }) => {
        const isSecond = hero === 'phone' && portrait !== null;
        const photo = isSecond ? portrait : media;
        const area = isSecond || !shape ? null : crops[shape];
        const shown = ratio || (area && shape ? CROP_RATIOS[shape] : photo.width / photo.height);
        const part = partInFrame(photo, area, isSecond ? portrait.focal : focal, shown);
        const style = {
          width: `${(100 / part.width) * 100}%`,
          height: `${(100 / part.height) * 100}%`,
          left: `${((part.width / 2 - part.x) / part.width) * 100}%`,
          top: `${((part.height / 2 - part.y) / part.height) * 100}%`,
        };
        return (
          <figure key={label}>
            <span css={slot} style={{ aspectRatio: shown }}>
              <Photo media={photo} image="" alt="" sizes="320px" style={style} isEager />
              {hero && (
                <span css={heroText} data-place={hero} aria-hidden="true">
                  Evenings, kept
                </span>
              )}
            </span>
            <figcaption>{label}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
