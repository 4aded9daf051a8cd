import type { Highlight, PortfolioItem } from '@godhuli/contracts/portfolio';
import { type Content, textOf } from '../data/content';
import type { Loaded } from '../data/sources';
import { localPath, t } from '../languages/language';
import { Icon } from '../page/icon';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { Tabs } from '../page/tabs';
import { Photo } from '../photo/photo';
import { PhotoButtons } from '../photo/photo-buttons';
import { type Place, placesOf } from '../photo/row-layout';
import { WIDE_ROWS } from '../photo/rows';
import { CATEGORIES } from './categories';

interface PieceProps {
  item: PortfolioItem;
  caption: string;
  place: Place;
}

function Piece({ item, caption, place: { style, frames } }: PieceProps) {
  const photo = <Photo className="portfolio-item__photo" media={item.media} image={item.image} frames={frames} />;
  return (
    <li className="portfolio-item" style={style}>
      <figure>
        {item.slug ? (
          // For pointers; the keyboard has the link below.
          <a className="portfolio-item__link" href={localPath(`/p/${item.slug}`)} tabIndex={-1}>
            {photo}
          </a>
        ) : (
          photo
        )}
        <figcaption>
          <h3>{item.title}</h3>
          {item.place && <span>{item.place}</span>}
        </figcaption>
        <div className="portfolio-item__overlay">
          <p className="portfolio-item__caption">{caption}</p>
          <div className="portfolio-item__actions">
            {item.slug && (
              <a
                className="icon-button icon-button--glass"
                href={localPath(`/p/${item.slug}`)}
                aria-label={t('View {1}', item.title)}
              >
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
export function Portfolio({
  content,
  portfolio,
}: {
  content: Content;
  portfolio: Loaded<readonly (PortfolioItem & Partial<Highlight>)[]>;
}) {
  const tabs = CATEGORIES.map(({ id, label }) => {
    const items = portfolio.value.filter((item) => item.category === id);
    const places = placesOf(items, WIDE_ROWS);
    return {
      id,
      label,
      count: items[0]?.total ?? items.length,
      panel: portfolio.loading ? (
        <Loading>{t('Loading portfolio...')}</Loading>
      ) : (
        <ul className="portfolio-grid">
          {items.map((item, index) => (
            <Piece key={item._id} item={item} caption={item.description || t(label)} place={places[index] as Place} />
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
      heading={textOf(content, 'portfolio', 'heading', t('Frames we keep returning to'))}
    >
      <Tabs label="Portfolio categories" name="portfolio" tabs={tabs} large />
      <div className="section__more">
        <a className="button button--outline" href={localPath('/portfolio')}>
          {t('View Complete Gallery')} <Icon name="arrow-right" />
        </a>
      </div>
    </Section>
  );
}
