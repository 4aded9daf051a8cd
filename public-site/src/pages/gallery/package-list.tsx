import type { StudioPackage } from '@godhuli/contracts/packages';
import { chatUrl } from '../../data/chat-url';
import type { Studio } from '../../data/studio';
import { localPath, t } from '../../languages/language';
import { IconList } from '../../page/icon-list';

/** What the studio offers for one kind of work (PUB-COMM-1). */
export function PackageList({ packages, studio }: { packages: readonly StudioPackage[]; studio: Studio }) {
  const booking = chatUrl(studio, t("Hi, I'm interested in booking the package: "));
  return (
    <section className="gallery__packages" id="packages" aria-labelledby="packages-h">
      <h2 id="packages-h">{t('Packages')}</h2>
      <ul>
        {packages.map(({ _id, packageId, name, price, duration, features, terms }) => (
          <li key={packageId || _id}>
            <h3>{name}</h3>
            <p>
              {price}, {duration}
            </p>
            <IconList className="check-list" icon="check" items={features} />
            {terms?.length > 0 && <p className="gallery__terms">{terms.join(' ')}</p>}
            <a className="button button--outline" href={booking} target="_blank" rel="noopener">
              {t('Book This Package')}
            </a>
          </li>
        ))}
      </ul>
      {packages.length === 0 && <p className="lead">{t('We price this work for you.')}</p>}
      <a className="text-link" href={localPath('/#contact')}>
        {t('Ask about this')}
      </a>
    </section>
  );
}
