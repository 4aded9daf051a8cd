import { localPath, t } from '../languages/language';
import type { Crumb } from '../pages/breadcrumbs';

/** Returns the breadcrumbs for search engines. @param path of the page itself */
export const breadcrumbList = (origin: string, path: string, crumbs: readonly Crumb[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, href = path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: t(label),
    item: origin + localPath(href),
  })),
});
