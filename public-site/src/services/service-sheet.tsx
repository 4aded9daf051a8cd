import type { Service } from '@godhuli/contracts/services';
import { Icon } from '../page/icon';
import { IconList } from '../page/icon-list';
import { langOf } from '../page/lang-of';
import { SectionLink } from '../page/section-link';

/** The photos of the category that the title of a service names, else all. */
function photosOf({ title }: Service): string {
  const [name = ''] = /pre-?wedding|wedding|cinematic|maternity/i.exec(title) ?? [];
  return `/portfolio/${name.toLowerCase().replace('-', '')}`;
}

export const sheetId = ({ _id }: Service) => `service-${_id}`;

/** All about a service, above the page. The browser opens and closes it, also without JavaScript (PUB-SERV-5). */
export function ServiceSheet({ service }: { service: Service }) {
  const id = sheetId(service);
  return (
    <div className="service-sheet" id={id} popover="auto" role="dialog" aria-label={service.title}>
      <h3 lang={langOf(service.title)}>{service.title}</h3>
      <p>{service.description}</p>
      <IconList className="check-list" icon="check" items={service.features} />
      <div className="actions">
        <SectionLink section="contact" className="button button--solid">
          Ask about this
        </SectionLink>
        <a className="button button--outline" href={photosOf(service)}>
          Photos <Icon name="arrow-right" />
        </a>
        <SectionLink section="packages" className="text-link">
          Packages
        </SectionLink>
        <button type="button" className="text-link" popoverTarget={id} popoverTargetAction="hide">
          Close
        </button>
      </div>
    </div>
  );
}
