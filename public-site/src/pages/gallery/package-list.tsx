import type { StudioPackage } from '@godhuli/contracts/packages';
import { chatUrl, type Studio } from '../../data/studio';
import { IconList } from '../../page/icon-list';
import { langOf } from '../../page/lang-of';

/** What the studio offers for one kind of work (PUB-COMM-1). */
export function PackageList({ packages, studio }: { packages: readonly StudioPackage[]; studio: Studio }) {
  const booking = chatUrl(studio, "Hi, I'm interested in booking the package: ");
  return (
    <section className="gallery__packages" id="packages" aria-labelledby="packages-h">
      <h2 id="packages-h">Packages</h2>
      <ul>
        {packages.map(({ _id, packageId, name, price, duration, features, terms }) => (
          <li key={packageId || _id}>
            <h3 lang={langOf(name)}>{name}</h3>
            <p>
              {price}, {duration}
            </p>
            <IconList className="check-list" icon="check" items={features} />
            {terms?.length > 0 && <p className="gallery__terms">{terms.join(' ')}</p>}
            <a className="button button--outline" href={booking} target="_blank" rel="noopener">
              Book This Package
            </a>
          </li>
        ))}
      </ul>
      {packages.length === 0 && <p className="lead">We price this work for you.</p>}
      <a className="text-link" href="/#contact">
        Ask about this
      </a>
    </section>
  );
}
