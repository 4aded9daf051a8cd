import type { Media } from '@godhuli/contracts/media';
import type { CSSProperties } from 'react';
import { justifiedRows, type RowPlace, type RowShape } from './rows';
import { type Frame, WHOLE } from './sizes';

const UNKNOWN_RATIO = 1.5;
/** What has a photo. */
interface Item {
  media: Media | null;
}

const ratioOf = ({ media }: Item) => (media ? media.width / media.height : UNKNOWN_RATIO);
const round = (length: number) => Number(length.toFixed(1));
/** Down, so that the shares of a row never exceed it. */
const cut = (factor: number) => Math.floor(factor * 1e4) / 1e4;

/** Returns the width of a photo: its share of the row without the gaps. @param longest in wide windows; rem */
const widthOf = ({ share, count }: RowPlace, rowVw: number, gapVw: number, longest: number) =>
  `min(${round((rowVw - gapVw * (count - 1)) * share)}vw,${round((longest - 2 * (count - 1)) * share)}rem)`;

/** The place of a photo: the properties that the styles read, and its frames. */
export interface Place {
  style: CSSProperties;
  frames: readonly Frame[];
}

/**
 * Returns the places of whole photos in justified rows.
 * @param tablets the frames of narrow windows that are wider than phones
 * @param phoneRows the rows of phones; none: phones show a strip of photos of one height
 */
export function placesOf(
  items: readonly Item[],
  rows: RowShape,
  tablets: readonly Frame[] = [],
  phoneRows?: RowShape,
): Place[] {
  const ratios = items.map(ratioOf);
  const phones = phoneRows && justifiedRows(ratios, phoneRows);
  return justifiedRows(ratios, rows).map((place, index) => {
    const phone = phones?.[index];
    return {
      style: {
        '--ratio': cut(ratios[index] as number),
        '--share': cut(place.share),
        '--gaps': place.count - 1,
        ...(phone && { '--phone-share': cut(phone.share), '--phone-gaps': phone.count - 1 }),
      } as CSSProperties,
      frames: [
        ['(max-width:639px)', phone ? widthOf(phone, 91, 4.4, 36) : 'min(80vw,53.3vw*$)', WHOLE],
        ...tablets,
        ['', widthOf(place, 93, 2.2, 100), WHOLE],
      ],
    };
  });
}
