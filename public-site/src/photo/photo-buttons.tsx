import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { Icon, type SharedIcon } from '../page/icon';

const ACTIONS: readonly { verb: string; icon: SharedIcon }[] = [
  { verb: 'Like', icon: 'heart' },
  { verb: 'Share', icon: 'share' },
];

/** Like and Share of a photo (page-script/photo-actions.ts). */
export function PhotoButtons({
  photo,
  className,
}: {
  photo: Pick<PortfolioItem, 'slug' | 'title'>;
  className: string;
}) {
  return ACTIONS.map(({ verb, icon }) => (
    <button
      key={verb}
      type="button"
      className={`icon-button ${className}`}
      aria-label={`${verb} ${photo.title}`}
      data-photo-action={verb.toLowerCase()}
      value={photo.slug}
    >
      <Icon name={icon} />
    </button>
  ));
}
