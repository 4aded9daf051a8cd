import type { Service } from '@godhuli/contracts/services';
import type { LucideIcon } from 'lucide-react';
import Baby from 'lucide-react/icons/baby';
import Briefcase from 'lucide-react/icons/briefcase';
import Camera from 'lucide-react/icons/camera';
import Heart from 'lucide-react/icons/heart';
import Video from 'lucide-react/icons/video';
import type { ReactElement } from 'react';
import { type Content, textOf } from '../data/content';
import { tintOf } from '../data/gradient';
import type { Loaded } from '../data/sources';
import { chatAddress, type Studio } from '../data/studio';
import { Icon } from '../page/icon';
import { Loading } from '../page/loading';
import { SectionHead } from '../page/section-head';
import { Photo } from '../photo/photo';

const ICONS: Readonly<Record<string, LucideIcon>> = { Heart, Camera, Baby, Briefcase, Video };
const SHOWN_FEATURES = 3;
const SIZES_WIDE = '(max-width:639px) 92vw, (max-width:899px) 94vw, 56vw';
const SIZES_SECOND = '(max-width:639px) 92vw, (max-width:899px) 46vw, 38vw';
const SIZES_NARROW = '(max-width:639px) 92vw, (max-width:899px) 46vw, 31vw';
const ROW_OF_TWO = [
  { className: 'svc svc--wide', sizes: SIZES_WIDE },
  { className: 'svc svc--wide2', sizes: SIZES_SECOND },
];

function ServiceCard({ service, index }: { service: Service; index: number }): ReactElement {
  const ServiceIcon = ICONS[service.icon] ?? Camera;
  const { className, sizes } = ROW_OF_TWO[index] ?? { className: 'svc', sizes: SIZES_NARROW };
  return (
    <li className={className} style={tintOf(service.color)}>
      <article className="svc__in">
        <Photo className="svc__img" media={service.media} image={service.image} sizes={sizes} />
        <div className="svc__txt">
          <h3>{service.title}</h3>
          <span className="svc__ico">
            <ServiceIcon className="i" />
          </span>
          <p>{service.description}</p>
        </div>
        <div className="svc__over">
          <ul className="ticks">
            {service.features.slice(0, SHOWN_FEATURES).map((feature) => (
              <li key={feature}>
                <Icon name="check" />
                {feature}
              </li>
            ))}
          </ul>
          <button type="button" className="btn btn--line btn--sm">
            Learn More <Icon name="arrow-right" />
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
}

/** What the studio does (PUB-SERV-1 to 4). */
export function Services({ content, studio, services }: ServicesProps): ReactElement {
  const ask = chatAddress(studio, 'Hi, I need a custom photography package');
  return (
    <section id="services" className="site-services sec" data-tone="paper" aria-labelledby="services-h" tabIndex={-1}>
      <div className="container">
        <SectionHead
          id="services-h"
          eyebrow="Services"
          heading={textOf(content, 'services', 'heading', 'What we photograph, and film')}
          intro={textOf(
            content,
            'services',
            'intro',
            'Every kind of work, one way of working: arrive early, stay quiet, and keep what actually happened.',
          )}
        />
        {services.loading ? (
          <Loading>Loading services...</Loading>
        ) : (
          <ul className="svcs">
            {services.value.map((service, index) => (
              <ServiceCard key={service._id} service={service} index={index} />
            ))}
          </ul>
        )}
        <a className="ask" href={ask} target="_blank" rel="noopener">
          <span className="ask__t">
            Need something custom? <em>Let's create it together</em>
          </span>
          <span className="ask__go">
            <Icon name="arrow-right" />
          </span>
        </a>
      </div>
    </section>
  );
}
