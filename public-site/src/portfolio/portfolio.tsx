import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { CSSProperties } from 'react';
import { type Content, textOf } from '../data/content';
import type { Loaded } from '../data/sources';
import { Icon } from '../page/icon';
import { langOf } from '../page/lang-of';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { Tabs } from '../page/tabs';
import { Photo } from '../photo/photo';
import { PhotoButtons } from '../photo/photo-buttons';
import type { Frame } from '../photo/sizes';
import { CATEGORIES } from './categories';
import { justifiedRows, PHONE_ROWS, type RowPlace, WIDE_ROWS } from './rows';

const UNKNOWN_RATIO = 1.5;
/** As many as the API sends of each category (PUB-PORT-6); an older API sends all. */
const HIGHLIGHTS = 8;

const ratioOf = ({ media }: PortfolioItem) => (media ? media.width / media.height : UNKNOWN_RATIO);

/** The places of a photo in the rows of wide windows and of phones. */
interface Places {
  wide: RowPlace;
  phone: RowPlace;
}

function placesOf(items: readonly PortfolioItem[]): Places[] {
  const ratios = items.map(ratioOf);
  const phone = justifiedRows(ratios, PHONE_ROWS);
  return justifiedRows(ratios, WIDE_ROWS).map((wide, index) => ({ wide, phone: phone[index] as RowPlace }));
}

/** Returns the width of a photo: its share of the row without the gaps. @param longest in wide windows; rem */
const widthOf = ({ share, count }: RowPlace, rowVw: number, gapVw: number, longest: number) =>
  `min(${round((rowVw - gapVw * (count - 1)) * share)}vw,${round((longest - 2 * (count - 1)) * share)}rem)`;

/** Returns the frames of a photo (portfolio.css). */
const framesOf = (ratio: number, { wide, phone }: Places): readonly Frame[] => [
  ['(max-width:639px)', widthOf(phone, 91, 4.4, 36), ratio],
  ['', widthOf(wide, 93, 2.2, 100), ratio],
];

const round = (length: number) => Number(length.toFixed(1));
/** Down, so that the shares of a row never exceed it. */
const cut = (factor: number) => Math.floor(factor * 1e4) / 1e4;

interface PieceProps {
  item: PortfolioItem;
  caption: string;
  places: Places;
}

function Piece({ item, caption, places }: PieceProps) {
  const ratio = ratioOf(item);
  const { wide, phone } = places;
  const style = {
    '--ratio': cut(ratio),
    '--share': cut(wide.share),
    '--gaps': wide.count - 1,
    '--phone-share': cut(phone.share),
    '--phone-gaps': phone.count - 1,
  } as CSSProperties;
  const photo = (
    <Photo className="portfolio-item__photo" media={item.media} image={item.image} frames={framesOf(ratio, places)} />
  );
  return (
    <li className="portfolio-item" style={style}>
      <figure>
        {item.slug ? (
          // For pointers; the keyboard has the link below.
          <a className="portfolio-item__link" href={`/p/${item.slug}`} tabIndex={-1}>
            {photo}
          </a>
        ) : (
          photo
        )}
        <figcaption>
          <h3 lang={langOf(item.title)}>{item.title}</h3>
          {item.place && <span>{item.place}</span>}
        </figcaption>
        <div className="portfolio-item__overlay">
          <p className="portfolio-item__caption">{caption}</p>
          <div className="portfolio-item__actions">
            {item.slug && (
              <a className="icon-button icon-button--glass" href={`/p/${item.slug}`} aria-label={`View ${item.title}`}>
                <Icon name="eye" />
              </a>
            )}
            <PhotoButtons photo={item} className="icon-button--glass" />
          </div>
        </div>
      </figure>
    </li>
  );
}

/** The gallery by category (PUB-PORT-1 to 4). */
export function Portfolio({ content, portfolio }: { content: Content; portfolio: Loaded<readonly PortfolioItem[]> }) {
  const tabs = CATEGORIES.map(({ id, label }) => {
    const items = portfolio.value.filter((item) => item.category === id).slice(0, HIGHLIGHTS);
    const places = placesOf(items);
    return {
      id,
      label,
      count: items.length,
      panel: portfolio.loading ? (
        <Loading>Loading portfolio...</Loading>
      ) : (
        <ul className="portfolio-grid">
          {items.map((item, index) => (
            <Piece key={item._id} item={item} caption={item.description || label} places={places[index] as Places} />
          ))}
        </ul>
      ),
    };
  });
  return (
    <Section
      id="portfolio"
      tone="ink"
      hasGrain
      eyebrow="Portfolio"
      heading={textOf(content, 'portfolio', 'heading', 'Frames we keep returning to')}
    >
      <Tabs label="Portfolio categories" name="portfolio" tabs={tabs} large />
      <div className="section__more">
        <a className="button button--outline" href="/portfolio">
          View Complete Gallery <Icon name="arrow-right" />
        </a>
      </div>
    </Section>
  );
}
