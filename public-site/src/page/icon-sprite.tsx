import type { LucideIcon } from 'lucide-react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Award from 'lucide-react/icons/award';
import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import Heart from 'lucide-react/icons/heart';
import MapPin from 'lucide-react/icons/map-pin';
import Share2 from 'lucide-react/icons/share-2';
import Star from 'lucide-react/icons/star';
import { iconId, type SharedIcon } from './icon';

/** Icons that lists repeat. Inlined at each place they would be a third of the page's markup. */
const ICONS: Record<SharedIcon, LucideIcon> = {
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

/** The symbols that `Icon` refers to. Fill and stroke come from the place where an icon is used. */
export function IconSymbols() {
  return (Object.keys(ICONS) as SharedIcon[]).map((name) => {
    const Drawing = ICONS[name];
    return (
      <symbol key={name} id={iconId(name)} viewBox="0 0 24 24">
        <Drawing fill="inherit" color="inherit" strokeWidth="inherit" />
      </symbol>
    );
  });
}
