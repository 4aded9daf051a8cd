import { categoryOf } from '@godhuli/contracts/category-of';
import type { Service } from '@godhuli/contracts/services';
import { Icon } from '../page/icon';
import { IconList } from '../page/icon-list';
import { langOf } from '../page/lang-of';
import { SectionLink } from '../page/section-link';

/** The photos, films and packages of the category that the title of a service names, else all photos. */
const workOf = ({ title }: Service) => `/portfolio/${categoryOf(title)}`;

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
        <a className="button button--outline" href={workOf(service)}>
          Photos <Icon name="arrow-right" />
        </a>
        <a className="text-link" href={`${workOf(service)}#packages`}>
          Packages
        </a>
        <button type="button" className="text-link" popoverTarget={id} popoverTargetAction="hide">
          Close
        </button>
      </div>
    </div>
  );
}
