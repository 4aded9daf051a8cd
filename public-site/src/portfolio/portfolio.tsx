import type { PortfolioCategory, PortfolioItem } from '@godhuli/contracts/portfolio';
import { type Content, textOf } from '../data/content';
import type { Loaded } from '../data/sources';
import { Icon, type SharedIcon } from '../page/icon';
import { langOf } from '../page/lang-of';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { Tabs } from '../page/tabs';
import { Photo } from '../photo/photo';
import type { Frame } from '../photo/sizes';

const CATEGORIES: readonly { id: PortfolioCategory; label: string }[] = [
  { id: 'wedding', label: 'Wedding & Events' },
  { id: 'prewedding', label: 'Pre-Wedding' },
  { id: 'cinematic', label: 'Cinematic' },
  { id: 'maternity', label: 'Maternity | Newborn & Family' },
];
const ACTIONS: readonly { verb: string; icon: SharedIcon }[] = [
  { verb: 'View', icon: 'eye' },
  { verb: 'Like', icon: 'heart' },
  { verb: 'Share', icon: 'share' },
];
/** Columns of 12 by position, repeating: rows of two, split 7/5, 4/8, 5/7. */
const SPANS = [7, 5, 4, 8, 5, 7];

/** Returns the frame sizes at a position of the grid (portfolio.css). A single last item takes the full width. */
function framesAt(index: number, count: number): readonly Frame[] {
  const even = index % 2 === 1;
  const alone = !even && index === count - 1;
  const span = alone ? 12 : (SPANS[index % SPANS.length] as number);
  // A span of 12 columns without the gap that follows it, in vw and rem.
  const width = `min(${(95 * span) / 12 - 2.2}vw,${(102 * span) / 12 - 2}rem)`;
  return [
    even ? ['(max-width:639px)', 'calc(91vw - 3.5rem)', 4 / 5] : ['(max-width:639px)', '91vw', 3 / 2],
    ['', width, 'clamp(20rem,36.5vw,32.5rem)'],
  ];
}

interface PieceProps {
  item: PortfolioItem;
  caption: string;
  frames: readonly Frame[];
}

function Piece({ item, caption, frames }: PieceProps) {
  return (
    <li className="portfolio-item">
      <figure>
        <Photo className="portfolio-item__photo" media={item.media} image={item.image} frames={frames} />
        <figcaption>
          <h3 lang={langOf(item.title)}>{item.title}</h3>
          {item.place && <span>{item.place}</span>}
        </figcaption>
        <div className="portfolio-item__overlay">
          <p className="portfolio-item__caption">{caption}</p>
          <div className="portfolio-item__actions">
            {ACTIONS.map(({ verb, icon }) => (
              <button
                key={verb}
                type="button"
                className="icon-button icon-button--glass"
                aria-label={`${verb} ${item.title}`}
              >
                <Icon name={icon} />
              </button>
            ))}
          </div>
        </div>
      </figure>
    </li>
  );
}

/** The gallery by category (PUB-PORT-1 to 4). */
export function Portfolio({ content, portfolio }: { content: Content; portfolio: Loaded<readonly PortfolioItem[]> }) {
  const tabs = CATEGORIES.map(({ id, label }) => {
    const items = portfolio.value.filter((item) => item.category === id);
    return {
      id,
      label,
      count: items.length,
      panel: portfolio.loading ? (
        <Loading>Loading portfolio...</Loading>
      ) : (
        <ul className="portfolio-grid">
          {items.map((item, index) => (
            <Piece
              key={item._id}
              item={item}
              caption={item.description || label}
              frames={framesAt(index, items.length)}
            />
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
        <button type="button" className="button button--outline">
          View Complete Gallery <Icon name="arrow-right" />
        </button>
      </div>
    </Section>
  );
}
