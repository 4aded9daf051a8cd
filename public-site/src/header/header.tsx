import MenuIcon from 'lucide-react/icons/menu';
import Phone from 'lucide-react/icons/phone';
import X from 'lucide-react/icons/x';
import { phonesOf, type Studio } from '../data/studio';
import { Logo } from '../page/logo';
import { LINK_LABELS, type LinkedSection, type SectionId, SectionLink } from '../page/section-link';
import { useMenu } from './use-menu';
import { useScrollState } from './use-scroll-state';

const SECTIONS = Object.keys(LINK_LABELS) as LinkedSection[];

function Navigation({ label, current, onSelect }: { label: string; current: SectionId; onSelect?(): void }) {
  return (
    <nav aria-label={label} className={onSelect ? undefined : 'header__navigation'}>
      <ul>
        {SECTIONS.map((section) => (
          <li key={section}>
            <SectionLink section={section} current={section === current} onSelect={onSelect}>
              {LINK_LABELS[section]}
            </SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The fixed header, its menu for small screens, and the spacer below (PUB-HDR-1 to 4). */
export function Header({ studio }: { studio: Studio }) {
  const { isSolid, current } = useScrollState(SECTIONS);
  const menu = useMenu();
  return (
    <>
      <header ref={menu.container} className={isSolid || menu.isOpen ? 'header is-solid' : 'header'} data-tone="ink">
        <div className="header__content container">
          <SectionLink section="hero" className="logo" label={`${studio.brand}, home`} onSelect={menu.close}>
            <Logo brand={studio.brand} />
          </SectionLink>
          <Navigation label="Main" current={current} />
          <SectionLink
            section="contact"
            className="button button--outline button--small header__book"
            onSelect={menu.close}
          >
            Book Now
          </SectionLink>
          <button
            ref={menu.toggleButton}
            type="button"
            className="icon-button header__menu-button"
            aria-expanded={menu.isOpen}
            aria-controls="menu"
            aria-label={menu.isOpen ? 'Close menu' : 'Open menu'}
            onClick={menu.toggle}
          >
            {menu.isOpen ? <X className="icon" /> : <MenuIcon className="icon" />}
          </button>
        </div>
        <div className="menu" id="menu" hidden={!menu.isOpen}>
          <Navigation label="Mobile menu" current={current} onSelect={menu.close} />
          <div className="menu__footer">
            <SectionLink section="contact" className="button button--solid" onSelect={menu.close}>
              Book Now
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
