import { asciiDigits } from '@godhuli/contracts/phone';
import type { Service } from '@godhuli/contracts/services';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Briefcase from 'lucide-react/icons/briefcase';
import Phone from 'lucide-react/icons/phone';
import type { CSSProperties } from 'react';
import type { Loaded } from '../data/sources';
import { phonesOf, type Studio } from '../data/studio';
import { numberText, t } from '../languages/language';
import { editMark } from '../page/edit-mark';
import { Icon } from '../page/icon';
import { Logo } from '../page/logo';
import { AreSectionsElsewhere, LINK_LABELS, type LinkedSection, SectionLink } from '../page/section-link';
import { LanguageLinks } from '../page/server-parts';
import { FacebookIcon, InstagramIcon, YoutubeIcon } from './brand-icons';

const QUICK_LINKS: readonly LinkedSection[] = ['hero', 'about', 'services', 'portfolio', 'packages', 'contact'];

/** An address in one line, which leads to its map if there is one. */
function Place({ address, mapUrl }: { address: string; mapUrl: string }) {
  const line = address.replaceAll('\n', ', ');
  return mapUrl ? (
    <a href={mapUrl} target="_blank" rel="noopener">
      {line}
    </a>
  ) : (
    line
  );
}

interface FooterProps {
  studio: Studio;
  services: Loaded<readonly Service[]>;
  /** 'February 2017' */
  since: string;
}

/** The end of the page (PUB-FOOT-1). */
export function Footer({ studio, services, since }: FooterProps) {
  const social = [
    { name: 'Instagram', url: studio.instagram, Icon: InstagramIcon },
    { name: 'Facebook', url: studio.facebook, Icon: FacebookIcon },
    { name: 'YouTube', url: studio.youtube, Icon: YoutubeIcon },
  ].filter(({ url }) => url !== '');
  const year = /\d{4}/.exec(asciiDigits(since))?.[0] ?? '2017';
  return (
    <footer id="footer" className="footer" data-tone="ink">
      <div className="zari" aria-hidden="true" />
      <div className="container">
        <div className="footer__columns">
          <div className="footer__brand">
            <p className="logo logo--large">
              <Logo studio={studio} />
            </p>
            <p data-edit={editMark('text:hero:tagline')}>{studio.tagline}</p>
            <p className="footer__since">{t('Since {1}', numberText(Number(year)))}</p>
            <ul className="social-links" data-edit={editMark('text:social:instagram')}>
              {social.map(({ name, url, Icon }) => (
                <li key={name}>
                  <a
                    className="icon-button icon-button--outline"
                    href={url}
                    aria-label={name}
                    target="_blank"
                    rel="noopener"
                  >
                    <Icon />
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <nav aria-labelledby="footer-links-h">
            <h2 className="label" id="footer-links-h">
              {t('Quick Links')}
            </h2>
            <ul className="footer-links">
              {QUICK_LINKS.map((section) => (
                <li key={section}>
                  <SectionLink section={section}>{t(LINK_LABELS[section])}</SectionLink>
                </li>
              ))}
            </ul>
          </nav>
          {/* Keeps its column while the services load, so that the layout does not shift. */}
          {(services.loading || services.value.length > 0) && (
            <div>
              {services.value.length > 0 && <h2 className="label">{t('Services')}</h2>}
              <ul className="footer-links footer-links--text">
                {services.value.map((service) => (
                  <li key={service._id}>{service.title}</li>
                ))}
              </ul>
            </div>
          )}
          <div>
            <h2 className="label">{t('Visit')}</h2>
            <address className="footer-address" data-edit={editMark('text:contact:office_address')}>
              {phonesOf(studio).map(({ text, number }) => (
                <a key={number} href={`tel:${number}`}>
                  <Phone className="icon" /> {text}
                </a>
              ))}
              <span>
                <Icon name="map-pin" /> {studio.location}
              </span>
              <span>
                <Briefcase className="icon" /> <Place address={studio.officeAddress} mapUrl={studio.mapUrl} />
              </span>
              {studio.secondAddress && (
                <span data-edit={editMark('text:contact:second_address')}>
                  <Briefcase className="icon" /> <Place address={studio.secondAddress} mapUrl={studio.secondMapUrl} />
                </span>
              )}
              {studio.email && (
                <a href={`mailto:${studio.email}`} data-edit={editMark('text:contact:email')}>
                  {studio.email}
                </a>
              )}
              {studio.hours && <span data-edit={editMark('text:contact:hours')}>{studio.hours}</span>}
            </address>
          </div>
        </div>
        <div className="footer__wordmark-frame" aria-hidden="true">
          <p
            className="footer__wordmark"
            style={{ '--letters': [...studio.brand].length } as CSSProperties}
            data-word={studio.brand}
          />
        </div>
        <div className="footer__legal">
          {/* A cached page may be from last year. */}
          <p suppressHydrationWarning>
            © {numberText(new Date().getFullYear())} {studio.brand} {studio.trade}. {t('All rights reserved.')}
          </p>
          <p data-edit={editMark('text:footer:credit')}>{studio.credit}</p>
          <LanguageLinks />
          <AreSectionsElsewhere value={false}>
            <SectionLink section="hero" className="button button--outline button--small" label={t('Scroll to top')}>
              {t('To top')} <ArrowUp className="icon" />
            </SectionLink>
          </AreSectionsElsewhere>
        </div>
      </div>
    </footer>
  );
}
