import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { CSSProperties } from 'react';
import { langOf } from '../page/lang-of';
import { Photo } from '../photo/photo';
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

/** Whole photos in justified rows (portfolio.css); each leads to its page. */
export function PhotoRows({ photos }: { photos: readonly PortfolioItem[] }) {
  const ratios = photos.map(ratioOf);
  const [wide, phone] = [justifiedRows(ratios, WIDE_ROWS), justifiedRows(ratios, PHONE_ROWS)];
  return (
    <ul className="portfolio-grid">
      {photos.map((item, index) => {
        const [ratio, inWide, inPhone] = [ratios[index] as number, wide[index] as RowPlace, phone[index] as RowPlace];
        const style = {
          '--ratio': cut(ratio),
          '--share': cut(inWide.share),
          '--gaps': inWide.count - 1,
          '--phone-share': cut(inPhone.share),
          '--phone-gaps': inPhone.count - 1,
        } as CSSProperties;
        const frames: Frame[] = [
          ['(max-width:639px)', widthOf(inPhone, 91, 4.4, 36), ratio],
          ['', widthOf(inWide, 93, 2.2, 100), ratio],
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a story may show a photo twice
          <li key={`${item._id}-${index}`} className="portfolio-item" style={style}>
            <figure>
              <a href={`/p/${item.slug}`} aria-label={item.title}>
                <Photo className="portfolio-item__photo" media={item.media} image={item.image} frames={frames} />
              </a>
              <figcaption>
                <span lang={langOf(item.title)}>{item.title}</span>
                {item.place && <span>{item.place}</span>}
              </figcaption>
            </figure>
          </li>
        );
      })}
    </ul>
  );
}
