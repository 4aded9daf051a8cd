import { categoryOf } from '@godhuli/contracts/category-of';
import type { StudioPackage } from '@godhuli/contracts/packages';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Service } from '@godhuli/contracts/services';
import { localPath, t } from '../languages/language';
import { Icon } from '../page/icon';
import { IconList } from '../page/icon-list';
import { SectionLink } from '../page/section-link';
import { Photo } from '../photo/photo';
import { type Frame, WHOLE } from '../photo/sizes';

const SHOWN_PHOTOS = 3;
const FRAMES: readonly Frame[] = [['', 'calc(7rem*$)', WHOLE]];

export const sheetId = ({ _id }: Service) => `service-${_id}`;

interface ServiceSheetProps {
  /** `category`: that of the English title of a translated one */
  service: Service & { category?: string };
  /** all of the page; the sheet shows those of its category */
  photos: readonly PortfolioItem[];
  packages: readonly StudioPackage[];
}

/** All about a service, above the page. The browser opens and closes it, also without JavaScript (PUB-SERV-5). */
export function ServiceSheet({ service, photos, packages }: ServiceSheetProps) {
  const id = sheetId(service);
  const category = service.category ?? categoryOf(service.title);
  // The photos, films and packages of the category that the title names, else all photos.
  const work = localPath(category ? `/portfolio/${category}` : '/portfolio');
  const shown = photos.filter((item) => item.category === category && item.slug).slice(0, SHOWN_PHOTOS);
  const offers = packages.filter((offer) => category && categoryOf(offer.category) === category);
  return (
    <div className="service-sheet" id={id} popover="auto" role="dialog" aria-label={service.title}>
      <h3>{service.title}</h3>
      <p>{service.description}</p>
      {shown.length > 0 && (
        <div className="service-sheet__photos">
          {shown.map(({ _id, slug, title, media, image }) => (
            <a key={_id} href={localPath(`/p/${slug}`)} aria-label={title}>
              <Photo media={media} image={image} alt="" frames={FRAMES} />
            </a>
          ))}
        </div>
      )}
      <IconList className="check-list" icon="check" items={service.features} />
      {offers.length > 0 && (
        <ul>
          {offers.map(({ _id, name, price, duration }) => (
            <li key={_id}>
              {name}: {price}, {duration}
            </li>
          ))}
        </ul>
      )}
      <div className="actions">
        <SectionLink section="contact" className="button button--solid">
          {t('Ask about this')}
        </SectionLink>
        <noscript>
          {/* A link within the page would leave the sheet open. The front door redirects this one to the page. */}
          <a className="button button--solid" href={`/inquiries?ask&page=${localPath('/')}#contact`}>
            {t('Ask about this')}
          </a>
        </noscript>
        <a className="button button--outline" href={work}>
          {t('Photos')} <Icon name="arrow-right" />
        </a>
        {category && (
          <a className="text-link" href={`${work}#packages`}>
            {t('Packages')}
          </a>
        )}
        <button type="button" className="text-link" popoverTarget={id} popoverTargetAction="hide">
          {t('Close')}
        </button>
      </div>
    </div>
  );
}
