import ArrowRight from 'lucide-react/icons/arrow-right';
import Award from 'lucide-react/icons/award';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import Heart from 'lucide-react/icons/heart';
import MapPin from 'lucide-react/icons/map-pin';
import Share2 from 'lucide-react/icons/share-2';
import Star from 'lucide-react/icons/star';
import type { ReactElement } from 'react';

/** Icons that lists show again and again: a third of the page's markup when each place draws its own. */
const SHARED = {
  'arrow-right': ArrowRight,
  award: Award,
  check: Check,
  clock: Clock,
  eye: Eye,
  heart: Heart,
  'map-pin': MapPin,
  share: Share2,
  star: Star,
};
export type SharedIcon = keyof typeof SHARED;

const idOf = (name: string) => `icon-${name}`;

/**
 * The drawings that `Icon` refers to; once in a page, below the first view, which shows none of them. Fill and stroke
 * are those of the place.
 */
export function IconSheet(): ReactElement {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
      {Object.entries(SHARED).map(([name, Drawing]) => (
        <symbol key={name} id={idOf(name)} viewBox="0 0 24 24">
          <Drawing fill="inherit" color="inherit" strokeWidth="inherit" />
        </symbol>
      ))}
    </svg>
  );
}

/** A decorative icon by reference. */
export function Icon({ name, className = 'i' }: { name: SharedIcon; className?: string }): ReactElement {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#${idOf(name)}`} />
    </svg>
  );
}
