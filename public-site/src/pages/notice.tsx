import { localPath, t } from '../languages/language';
import { Icon } from '../page/icon';

/** A page that has nothing to show, with the ways to go on. */
export function Notice({ heading, text }: { heading: string; text: string }) {
  return (
    <section className="notice section section--grain" data-tone="ink" aria-labelledby="page-h">
      <div className="container">
        <p className="eyebrow">{t('Not here')}</p>
        <h1 id="page-h">{heading}</h1>
        <p className="lead">{text}</p>
        <div className="actions">
          <a className="button button--solid" href={localPath('/#portfolio')}>
            {t('See the portfolio')} <Icon name="arrow-right" />
          </a>
          <a className="button button--outline" href={localPath('/')}>
            {t('Back to the home page')}
          </a>
        </div>
      </div>
    </section>
  );
}
