import type { StudioPackage } from '@godhuli/contracts/packages';
import type { LucideIcon } from 'lucide-react';
import Crown from 'lucide-react/icons/crown';
import Sparkles from 'lucide-react/icons/sparkles';
import Star from 'lucide-react/icons/star';
import type { ReactElement } from 'react';
import { type Content, textOf } from '../data/content';
import { tintOf } from '../data/gradient';
import type { Loaded } from '../data/sources';
import { chatAddress, type Studio } from '../data/studio';
import { GoTo } from '../page/go-to';
import { Icon } from '../page/icon';
import { langOf } from '../page/lang-of';
import { Loading } from '../page/loading';
import { SectionHead } from '../page/section-head';
import { Tabs } from '../page/tabs';

/** Tab labels; packages belong to one by strict equality of their category (PUB-PACK-1). */
const TABS = [
  { id: 'wedding', label: 'Wedding' },
  { id: 'prewedding', label: 'Pre-Wedding' },
  { id: 'maternity', label: 'Maternity | Newborn & Family' },
];

function iconFor(name: string): LucideIcon {
  if (/Luxury|Premium/.test(name)) return Crown;
  return name.includes('Special') ? Sparkles : Star;
}

function PackageCard({ offer, booking }: { offer: StudioPackage; booking: string }): ReactElement {
  const PackageIcon = iconFor(offer.name);
  return (
    <li
      className={offer.popular ? 'pkg pkg--pop' : 'pkg'}
      data-tone={offer.popular ? 'ink' : undefined}
      style={tintOf(offer.color)}
    >
      <article>
        {offer.popular && <p className="badge">Most Popular</p>}
        <header className="pkg__head">
          <span className="pkg__ico">
            <PackageIcon className="i" />
          </span>
          <h3 lang={langOf(offer.name)}>{offer.name}</h3>
        </header>
        <p className={offer.price.startsWith('₹') ? 'pkg__price pkg__price--rupees' : 'pkg__price'}>{offer.price}</p>
        <p className="pkg__dur">
          <Icon name="clock" /> {offer.duration}
        </p>
        <ul className="ticks">
          {offer.features.map((feature) => (
            <li key={feature}>
              <Icon name="check" />
              {feature}
            </li>
          ))}
        </ul>
        {offer.terms?.length > 0 && (
          <div className="terms">
            <h4>Terms &amp; Conditions</h4>
            <ul>
              {offer.terms.map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ul>
          </div>
        )}
        <a className={offer.popular ? 'btn btn--solid' : 'btn btn--line'} href={booking} target="_blank" rel="noopener">
          Book This Package
        </a>
      </article>
    </li>
  );
}

interface PackagesProps {
  content: Content;
  studio: Studio;
  packages: Loaded<readonly StudioPackage[]>;
}

/** Prices by kind of work (PUB-PACK-1 to 6). */
export function Packages({ content, studio, packages }: PackagesProps): ReactElement {
  const booking = chatAddress(studio, "Hi, I'm interested in booking the package: ");
  const tabs = TABS.map(({ id, label }) => {
    const offers = packages.value.filter((offer) => offer.category === label);
    return {
      id,
      label,
      panel: packages.loading ? (
        <Loading>Loading packages...</Loading>
      ) : (
        <ul className="pkgs" data-n={offers.length}>
          {offers.map((offer) => (
            <PackageCard key={offer.packageId || offer._id} offer={offer} booking={booking} />
          ))}
        </ul>
      ),
    };
  });
  return (
    <section id="packages" className="site-packages sec" data-tone="paper" aria-labelledby="packages-h" tabIndex={-1}>
      <div className="container">
        <SectionHead
          id="packages-h"
          eyebrow="Packages"
          heading={textOf(content, 'packages', 'heading', 'Priced plainly, before we meet')}
          intro={textOf(
            content,
            'packages',
            'intro',
            'Travel within Ahilyanagar and Pune districts is included. Everything else is written on the card.',
          )}
        />
        <Tabs label="Package types" name="packages" tabs={tabs} />
        <div className="quote-bar">
          <h3>Need a Custom Package?</h3>
          <p>
            {textOf(
              content,
              'packages',
              'custom',
              'Three ceremonies, two cities, or one quiet afternoon. Tell us the shape of it and we will price that.',
            )}
          </p>
          <GoTo section="contact" className="btn btn--solid">
            Get Custom Quote
          </GoTo>
        </div>
      </div>
    </section>
  );
}
