import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { CSSProperties } from 'react';
import type { Frame } from '../photo/sizes';
import { justifiedRows, PHONE_ROWS, type RowPlace, WIDE_ROWS } from './rows';

const UNKNOWN_RATIO = 1.5;
const ratioOf = ({ media }: PortfolioItem) => (media ? media.width / media.height : UNKNOWN_RATIO);
const round = (length: number) => Number(length.toFixed(1));
/** Down, so that the shares of a row never exceed it. */
const cut = (factor: number) => Math.floor(factor * 1e4) / 1e4;

/** Returns the width of a photo: its share of the row without the gaps. @param longest in wide windows; rem */
const widthOf = ({ share, count }: RowPlace, rowVw: number, gapVw: number, longest: number) =>
  `min(${round((rowVw - gapVw * (count - 1)) * share)}vw,${round((longest - 2 * (count - 1)) * share)}rem)`;

/** The place of a photo: the properties that portfolio.css reads, and its frames. */
export interface Place {
  style: CSSProperties;
  frames: readonly Frame[];
}

/** Returns the places of photos in justified rows, for wide windows and phones. */
export function placesOf(items: readonly PortfolioItem[]): Place[] {
  const ratios = items.map(ratioOf);
  const phones = justifiedRows(ratios, PHONE_ROWS);
  return justifiedRows(ratios, WIDE_ROWS).map((wide, index) => {
    const ratio = ratios[index] as number;
    const phone = phones[index] as RowPlace;
    const style = {
      '--ratio': cut(ratio),
      '--share': cut(wide.share),
      '--gaps': wide.count - 1,
      '--phone-share': cut(phone.share),
      '--phone-gaps': phone.count - 1,
    } as CSSProperties;
    return {
      style,
      frames: [
        ['(max-width:639px)', widthOf(phone, 91, 4.4, 36), ratio],
        ['', widthOf(wide, 93, 2.2, 100), ratio],
      ],
    };
  });
}
