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
import { langOf } from '../page/lang-of';
import { Loading } from '../page/loading';
import { SectionHead } from '../page/section-head';
import { Photo } from '../photo/photo';
import type { Frame } from '../photo/sizes';

const ICONS: Readonly<Record<string, LucideIcon>> = { Heart, Camera, Baby, Briefcase, Video };
const SHOWN_FEATURES = 3;
// The frames that services.styles.ts lays out.
const ON_PHONE: Frame = ['(max-width:639px)', '91vw', 4 / 3];
const HALF: Frame = ['(max-width:899px)', '45vw', 4 / 5];
const ROW_HEIGHT = 'clamp(22rem,38vw,34rem)';
const FRAMES_NARROW: readonly Frame[] = [ON_PHONE, HALF, ['', 'min(29.5vw,32rem)', 4 / 5]];
const ROW_OF_TWO: readonly { className: string; frames: readonly Frame[] }[] = [
  {
    className: 'svc svc--wide',
    frames: [ON_PHONE, ['(max-width:899px)', '92vw', 16 / 10], ['', 'min(53.3vw,58rem)', ROW_HEIGHT]],
  },
  { className: 'svc svc--wide2', frames: [ON_PHONE, HALF, ['', 'min(37.5vw,41rem)', ROW_HEIGHT]] },
];

function ServiceCard({ service, index }: { service: Service; index: number }): ReactElement {
  const ServiceIcon = ICONS[service.icon] ?? Camera;
  const { className, frames } = ROW_OF_TWO[index] ?? { className: 'svc', frames: FRAMES_NARROW };
  return (
    <li className={className} style={tintOf(service.color)}>
      <article className="svc__in">
        <Photo className="svc__img" media={service.media} image={service.image} frames={frames} />
        <div className="svc__txt">
          <h3 lang={langOf(service.title)}>{service.title}</h3>
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
