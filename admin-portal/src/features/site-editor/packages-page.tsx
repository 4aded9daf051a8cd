import { PARTS } from './fields';
import { SiteEditor } from './site-editor';

/** `/admin/dashboard/packages`: the editor of the public page, with the list of packages open. */
export default function PackagesPage() {
  const soon = 'Prices, features and terms. Seasonal offers with a start and an end are still to come.';
  return <SiteEditor title="Packages" soon={soon} parts={PARTS} start={{ entity: 'package', id: '' }} hasLists />;
}
