import MenuIcon from 'lucide-react/icons/menu';
import Phone from 'lucide-react/icons/phone';
import X from 'lucide-react/icons/x';
import type { ReactElement } from 'react';
import { phonesOf, type Studio } from '../data/studio';
import { GoTo, type SectionId } from '../page/go-to';
import { Logo } from '../page/logo';
import { useMenu } from './use-menu';
import { useScrollState } from './use-scroll-state';

const ENTRIES: readonly { section: SectionId; label: string }[] = [
  { section: 'hero', label: 'Home' },
  { section: 'services', label: 'Services' },
  { section: 'portfolio', label: 'Portfolio' },
  { section: 'packages', label: 'Packages' },
  { section: 'about', label: 'About' },
  { section: 'contact', label: 'Contact' },
];
const SECTIONS = ENTRIES.map((entry) => entry.section);

function Navigation({ label, current, onChoose }: { label: string; current: SectionId; onChoose?(): void }) {
  return (
    <nav aria-label={label} className={onChoose ? undefined : 'hdr__nav'}>
      <ul>
        {ENTRIES.map((entry) => (
          <li key={entry.section}>
            <GoTo section={entry.section} current={entry.section === current} onChoose={onChoose}>
              {entry.label}
            </GoTo>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The fixed header, its menu for small screens, and the spacer below (PUB-HDR-1 to 4). */
export function Header({ studio }: { studio: Studio }): ReactElement {
  const { solid, current } = useScrollState(SECTIONS);
  const menu = useMenu();
  return (
    <>
      <header
        ref={menu.frame}
        className={solid || menu.open ? 'site-header hdr is-solid' : 'site-header hdr'}
        data-tone="ink"
      >
        <div className="hdr__in container">
          <GoTo section="hero" className="logo" label={`${studio.brand}, home`} onChoose={menu.close}>
            <Logo brand={studio.brand} />
          </GoTo>
          <Navigation label="Main" current={current} />
          <GoTo section="contact" className="btn btn--line btn--sm hdr__book" onChoose={menu.close}>
            Book Now
          </GoTo>
          <button
            ref={menu.toggleButton}
            type="button"
            className="icon-btn hdr__toggle"
            aria-expanded={menu.open}
            aria-controls="menu"
            aria-label={menu.open ? 'Close menu' : 'Open menu'}
            onClick={menu.toggle}
          >
            {menu.open ? <X className="i" /> : <MenuIcon className="i" />}
          </button>
        </div>
        <div className="menu" id="menu" hidden={!menu.open}>
          <Navigation label="Mobile menu" current={current} onChoose={menu.close} />
          <div className="menu__foot">
            <GoTo section="contact" className="btn btn--solid" onChoose={menu.close}>
              Book Now
            </GoTo>
            {phonesOf(studio).map(({ text, number }) => (
              <a key={number} className="tlink" href={`tel:${number}`}>
                <Phone className="i" /> {text}
              </a>
            ))}
          </div>
        </div>
      </header>
      <div style={{ height: 80 }} aria-hidden="true" />
    </>
  );
}
