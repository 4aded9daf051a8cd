import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { localPath } from '../languages/language';
import { Photo } from '../photo/photo';
import { type Place, placesOf } from '../photo/row-layout';
import { PHONE_ROWS, WIDE_ROWS } from '../photo/rows';

/** Whole photos in justified rows (portfolio.css); each leads to its page. */
export function PhotoRows({ photos }: { photos: readonly PortfolioItem[] }) {
  const places = placesOf(photos, WIDE_ROWS, [], PHONE_ROWS);
  return (
    <ul className="portfolio-grid">
      {photos.map((item, index) => {
        const { style, frames } = places[index] as Place;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a story may show a photo twice
          <li key={`${item._id}-${index}`} className="portfolio-item" style={style}>
            <figure>
              <a href={localPath(`/p/${item.slug}`)} aria-label={item.title}>
                <Photo className="portfolio-item__photo" media={item.media} image={item.image} frames={frames} />
              </a>
              <figcaption>
                <span>{item.title}</span>
                {item.place && <span>{item.place}</span>}
              </figcaption>
              {/* For the open photo. */}
              {item.description && (
                <p className="portfolio-item__caption" hidden>
                  {item.description}
                </p>
              )}
            </figure>
          </li>
        );
      })}
    </ul>
  );
}
