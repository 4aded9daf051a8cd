import type { StudioPackage } from '@godhuli/contracts/packages';
import type { LucideIcon } from 'lucide-react';
import Baby from 'lucide-react/icons/baby';
import Camera from 'lucide-react/icons/camera';
import Crown from 'lucide-react/icons/crown';
import Heart from 'lucide-react/icons/heart';
import Sparkles from 'lucide-react/icons/sparkles';
import Star from 'lucide-react/icons/star';
import { chatUrl } from '../data/chat-url';
import { type Content, textOf } from '../data/content';
import { tintOf } from '../data/gradient';
import type { Loaded } from '../data/sources';
import type { Studio } from '../data/studio';
import { t } from '../languages/language';
import { editMark } from '../page/edit-mark';
import { Icon } from '../page/icon';
import { IconList } from '../page/icon-list';
import { Loading } from '../page/loading';
import { Section } from '../page/section';
import { SectionLink } from '../page/section-link';
import { Tabs } from '../page/tabs';

/** Tab labels; packages belong to one by strict equality of their category (PUB-PACK-1). */
const TABS = [
  { id: 'wedding', label: 'Wedding' },
  { id: 'prewedding', label: 'Pre-Wedding' },
  { id: 'maternity', label: 'Maternity | Newborn & Family' },
];

const ICONS: Readonly<Record<string, LucideIcon>> = { Crown, Sparkles, Star, Heart, Camera, Baby };

/** `englishName`: that of a translated one. */
type Offer = StudioPackage & { englishName?: string };

/** The icon that staff chose, else the one that fits the English name (PUB-PACK-2). */
function iconFor({ name, englishName = name, icon }: Offer): LucideIcon {
  const chosen = ICONS[icon ?? ''];
  if (chosen) return chosen;
  if (/Luxury|Premium/.test(englishName)) return Crown;
  return englishName.includes('Special') ? Sparkles : Star;
}

function PackageCard({ offer, booking }: { offer: Offer; booking: string }) {
  const mark = `package:${offer._id}:`;
  const PackageIcon = iconFor(offer);
  return (
    <li
      className={offer.popular ? 'package-card package-card--popular' : 'package-card'}
      data-tone={offer.popular ? 'ink' : undefined}
      style={tintOf(offer.color)}
      data-edit={editMark(`${mark}name`)}
    >
      <article>
        {offer.popular && (
          <p className="package-card__badge" data-edit={editMark(`${mark}popular`)}>
            {t('Most Popular')}
          </p>
        )}
        <header className="package-card__header">
          <span className="package-card__icon">
            <PackageIcon className="icon" />
          </span>
          <h3>{offer.name}</h3>
        </header>
        <p
          className={
            offer.price.startsWith('₹') ? 'package-card__price package-card__price--rupees' : 'package-card__price'
          }
          data-edit={editMark(`${mark}rupees`)}
        >
          {offer.price}
        </p>
        <p className="package-card__duration" data-edit={editMark(`${mark}duration`)}>
          <Icon name="clock" /> {offer.duration}
        </p>
        <IconList className="check-list" icon="check" items={offer.features} editMark={editMark(`${mark}features`)} />
        {offer.terms?.length > 0 && (
          <details className="package-card__terms" data-edit={editMark(`${mark}terms`)}>
            <summary>{t('Terms & Conditions')}</summary>
            <ul>
              {offer.terms.map((term) => (
                <li key={term}>{term}</li>
              ))}
            </ul>
          </details>
        )}
        <a
          className={offer.popular ? 'button button--solid' : 'button button--outline'}
          href={booking}
          target="_blank"
          rel="noopener"
        >
          {t('Book This Package')}
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
export function Packages({ content, studio, packages }: PackagesProps) {
  const booking = chatUrl(studio, t("Hi, I'm interested in booking the package: "));
  const tabs = TABS.map(({ id, label }) => {
    const offers = packages.value.filter((offer) => offer.category === label);
    return {
      id,
      label,
      panel: packages.loading ? (
        <Loading>{t('Loading packages...')}</Loading>
      ) : (
        <ul className="package-grid" data-n={offers.length}>
          {offers.map((offer) => (
            <PackageCard key={offer.packageId || offer._id} offer={offer} booking={booking} />
          ))}
        </ul>
      ),
    };
  });
  return (
    <Section
      id="packages"
      tone="paper"
      eyebrow="Packages"
      heading={textOf(content, 'packages', 'heading', t('Priced plainly, before we meet'))}
      intro={textOf(
        content,
        'packages',
        'intro',
        t('Travel within Ahilyanagar and Pune districts is included. Everything else is written on the card.'),
      )}
    >
      <Tabs label="Package types" name="packages" tabs={tabs} />
      <div className="custom-quote">
        <h3>{t('Need a Custom Package?')}</h3>
        <p data-edit={editMark('text:packages:custom')}>
          {textOf(
            content,
            'packages',
            'custom',
            t('Three ceremonies, two cities, or one quiet afternoon. Tell us the shape of it and we will price that.'),
          )}
        </p>
        <SectionLink section="contact" className="button button--solid">
          {t('Get Custom Quote')}
        </SectionLink>
      </div>
    </Section>
  );
}
