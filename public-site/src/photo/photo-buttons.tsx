import type { PortfolioItem } from '@godhuli/contracts/portfolio';
import { currentLanguage, t } from '../languages/language';
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
      aria-label={t(`${verb} {1}`, photo.title)}
      data-photo-action={verb.toLowerCase()}
      data-photo-title={currentLanguage() === 'en' ? undefined : photo.title}
      value={photo.slug}
    >
      <Icon name={icon} />
    </button>
  ));
}
