import { PARTS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/services`: the editor of the public page, with the list of services open. */
export default function ServicesPage() {
  const soon = 'What the studio does. Drag a service, or use the arrow keys on its grip, to move it.';
  return <SiteEditor title="Services" soon={soon} parts={PARTS} start={{ entity: 'service', id: '' }} hasLists />;
}
