import type { StudioPackage } from '@godhuli/contracts/packages';
import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import type { Service } from '@godhuli/contracts/services';
import type { LucideIcon } from 'lucide-react';
import Baby from 'lucide-react/icons/baby';
import Briefcase from 'lucide-react/icons/briefcase';
import Camera from 'lucide-react/icons/camera';
import Heart from 'lucide-react/icons/heart';
import Video from 'lucide-react/icons/video';
import { chatUrl } from '../data/chat-url';
import { type Content, textOf } from '../data/content';
import { tintOf } from '../data/gradient';
import type { Loaded } from '../data/sources';
import type { Studio } from '../data/studio';
import { t } from '../languages/language';
import { editMark } from '../page/edit-mark';
import { Icon } from '../page/icon';
import { IconList } from '../page/icon-list';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { cropOf } from '../photo/crop-of';
import { Photo } from '../photo/photo';
import { type Place, placesOf } from '../photo/row-layout';
import { type Frame, WHOLE } from '../photo/sizes';
import { ServiceSheet, sheetId } from './service-sheet';

const ICONS: Readonly<Record<string, LucideIcon>> = { Heart, Camera, Baby, Briefcase, Video };
const SHOWN_FEATURES = 3;
/** Two or three photos in a row. */
const ROWS = { target: 3, narrowest: 2 };
/** The strip of tablets in services.css. */
const TABLETS: readonly Frame[] = [['(max-width:899px)', 'min(44vw,29.3vw*$)', WHOLE]];

function ServiceCard({ service, place: { style, frames } }: { service: Service; place: Place }) {
  const mark = `service:${service._id}:`;
  const ServiceIcon = ICONS[service.icon] ?? Camera;
  return (
    <li className="service-card" style={{ ...style, ...tintOf(service.color) }} data-edit={editMark(`${mark}photoId`)}>
      <article className="service-card__content">
        <Photo
          className="service-card__photo"
          media={service.media}
          image={service.image}
          frames={frames}
          shape="square"
        />
        <div className="service-card__text">
          <h3 data-edit={editMark(`${mark}title`)}>{service.title}</h3>
          <span className="service-card__icon">
            <ServiceIcon className="icon" />
          </span>
          <p data-edit={editMark(`${mark}description`)}>{service.description}</p>
        </div>
        <div className="service-card__overlay">
          <IconList
            className="check-list"
            icon="check"
            items={service.features.slice(0, SHOWN_FEATURES)}
            editMark={editMark(`${mark}features`)}
          />
          <button type="button" className="button button--outline button--small" popoverTarget={sheetId(service)}>
            {t('Learn More')} <Icon name="arrow-right" />
          </button>
        </div>
      </article>
    </li>
  );
}

interface ServicesProps {
  content: Content;
  studio: Studio;
  services: Loaded<readonly Service[]>;
  photos: readonly PortfolioItem[];
  packages: readonly StudioPackage[];
}

/** The services of the studio (PUB-SERV-1 to 4). */
export function Services({ content, studio, services, photos, packages }: ServicesProps) {
  const places = placesOf(
    services.value.map(({ media }) => ({ media: cropOf(media, 'square') })),
    ROWS,
    TABLETS,
  );
  const ask = chatUrl(studio, t('Hi, I need a custom photography package'));
  return (
    <Section
      id="services"
      tone="paper"
      eyebrow="Services"
      heading={textOf(content, 'services', 'heading', t('What we photograph, and film'))}
      intro={textOf(
        content,
        'services',
        'intro',
        t('Every kind of work, one way of working: arrive early, stay quiet, and keep what actually happened.'),
      )}
    >
      {services.loading ? (
        <Loading>{t('Loading services...')}</Loading>
      ) : (
        <ul className="service-grid">
          {services.value.map((service, index) => (
            <ServiceCard key={service._id} service={service} place={places[index] as Place} />
          ))}
        </ul>
      )}
      {services.value.map((service) => (
        <ServiceSheet key={service._id} {...{ service, photos, packages }} />
      ))}
      <a className="custom-request" href={ask} target="_blank" rel="noopener">
        <span className="custom-request__text">
          {t('Need something custom?')} <em>{t("Let's create it together")}</em>
        </span>
        <span className="custom-request__arrow">
          <Icon name="arrow-right" />
        </span>
      </a>
    </Section>
  );
}
