import MenuIcon from 'lucide-react/icons/menu';
import Phone from 'lucide-react/icons/phone';
import X from 'lucide-react/icons/x';
import { phonesOf, type Studio } from '../data/studio';
import { t } from '../languages/language';
import { Logo } from '../page/logo';
import { LINK_LABELS, type LinkedSection, SectionLink } from '../page/section-link';
import { LanguageLinks } from '../page/server-parts';

const SECTIONS = Object.keys(LINK_LABELS) as LinkedSection[];

function Navigation({ label, className }: { label: string; className?: string }) {
  return (
    <nav aria-label={label} className={className}>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section}>
            <SectionLink section={section}>{t(LINK_LABELS[section])}</SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The fixed header, its menu for small screens, and the spacer below (PUB-HDR-1 to 4). The menu is a popover: it opens, says its
 * state and closes by Escape without a script.
 */
export function Header({ studio }: { studio: Studio }) {
  return (
    <>
      <header className="header" data-tone="ink">
        <div className="header__content container">
          <SectionLink section="hero" className="logo" label={t('{1}, home', studio.brand)}>
            <Logo studio={studio} />
          </SectionLink>
          <Navigation label={t('Main')} className="header__navigation" />
          <LanguageLinks />
          <SectionLink section="contact" className="button button--outline button--small header__book">
            {t('Book Now')}
          </SectionLink>
          <button
            type="button"
            className="icon-button header__menu-button"
            popoverTarget="menu"
            aria-controls="menu"
            aria-label={t('Menu')}
          >
            <MenuIcon className="icon header__menu-icon" />
            <X className="icon header__menu-icon" />
          </button>
        </div>
        <div className="menu" id="menu" popover="auto" data-tone="ink">
          <Navigation label={t('Mobile menu')} />
          <div className="menu__footer">
            <LanguageLinks />
            <SectionLink section="contact" className="button button--solid">
              {t('Book Now')}
            </SectionLink>
            {phonesOf(studio).map(({ text, number }) => (
              <a key={number} className="text-link" href={`tel:${number}`}>
                <Phone className="icon" /> {text}
              </a>
            ))}
          </div>
        </div>
      </header>
      <div style={{ height: 80 }} aria-hidden="true" />
    </>
  );
}
