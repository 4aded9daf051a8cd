import { localPath, t } from '../languages/language';
/** A step above the page, or the page itself (without `href`). */
export interface Crumb {
  label: string;
  href?: string;
}

/** The way from the home page to this page. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumbs" aria-label={t('Breadcrumb')}>
      <ol>
        {crumbs.map(({ label, href }) => (
          <li key={label}>
            {href ? <a href={localPath(href)}>{t(label)}</a> : <span aria-current="page">{t(label)}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
