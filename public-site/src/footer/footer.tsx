import type { Service } from '@godhuli/contracts/services';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Briefcase from 'lucide-react/icons/briefcase';
import Phone from 'lucide-react/icons/phone';
import type { CSSProperties, ReactElement } from 'react';
import type { Loaded } from '../data/sources';
import { phonesOf, type Studio } from '../data/studio';
import { GoTo, type SectionId } from '../page/go-to';
import { Icon } from '../page/icon';
import { Logo } from '../page/logo';
import { FacebookIcon, InstagramIcon, YoutubeIcon } from './brand-icons';

const QUICK_LINKS: readonly { section: SectionId; label: string }[] = [
  { section: 'hero', label: 'Home' },
  { section: 'about', label: 'About' },
  { section: 'services', label: 'Services' },
  { section: 'portfolio', label: 'Portfolio' },
  { section: 'packages', label: 'Packages' },
  { section: 'contact', label: 'Contact' },
];

interface FooterProps {
  studio: Studio;
  services: Loaded<readonly Service[]>;
  /** 'February 2017' */
  since: string;
}

/** The end of the page (PUB-FOOT-1). */
export function Footer({ studio, services, since }: FooterProps): ReactElement {
  const social = [
    { name: 'Instagram', address: studio.instagram, Icon: InstagramIcon },
    { name: 'Facebook', address: studio.facebook, Icon: FacebookIcon },
    { name: 'YouTube', address: studio.youtube, Icon: YoutubeIcon },
  ];
  const year = /\d{4}/.exec(since)?.[0] ?? '2017';
  return (
    <footer id="footer" className="site-footer ftr" data-tone="ink">
      <div className="zari" aria-hidden="true" />
      <div className="container">
        <div className="ftr__grid">
          <div className="ftr__brand">
            <p className="logo logo--lg">
              <Logo brand={studio.brand} />
            </p>
            <p>{studio.tagline}</p>
            <p className="since">Since {year}</p>
            <ul className="soc">
              {social.map(({ name, address, Icon }) => (
                <li key={name}>
                  <a
                    className="icon-btn icon-btn--line"
                    href={address}
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
              Quick Links
            </h2>
            <ul className="flinks">
              {QUICK_LINKS.map(({ section, label }) => (
                <li key={section}>
                  <GoTo section={section}>{label}</GoTo>
                </li>
              ))}
            </ul>
          </nav>
          {/* Its column waits for them, so that nothing moves aside when they come. */}
          {(services.loading || services.value.length > 0) && (
            <div>
              {services.value.length > 0 && <h2 className="label">Services</h2>}
              <ul className="flinks flinks--text">
                {services.value.map((service) => (
                  <li key={service._id}>{service.title}</li>
                ))}
              </ul>
            </div>
          )}
          <div>
            <h2 className="label">Visit</h2>
            <address className="faddr">
              {phonesOf(studio).map(({ text, number }) => (
                <a key={number} href={`tel:${number}`}>
                  <Phone className="i" /> {text}
                </a>
              ))}
              <span>
                <Icon name="map-pin" /> {studio.location}
              </span>
              <span>
                <Briefcase className="i" /> {studio.officeAddress.replaceAll('\n', ', ')}
              </span>
            </address>
          </div>
        </div>
        <div className="ftr__wordbox" aria-hidden="true">
          <p
            className="ftr__word"
            style={{ '--len': [...studio.brand].length } as CSSProperties}
            data-word={studio.brand}
          />
        </div>
        <div className="ftr__end">
          {/* A cached page may be a year older than the visitor's clock. */}
          <p suppressHydrationWarning>
            © {new Date().getFullYear()} {studio.brand} {studio.trade}. All rights reserved.
          </p>
          <p>{studio.credit}</p>
          <GoTo section="hero" className="btn btn--line btn--sm" label="Scroll to top">
            To top <ArrowUp className="i" />
          </GoTo>
        </div>
      </div>
    </footer>
  );
}
