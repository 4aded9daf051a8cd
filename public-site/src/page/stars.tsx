import { numberText, t } from '../languages/language';
import { Icon } from './icon';

const ALL = [1, 2, 3, 4, 5];

/** A rating of 1 to 5; a missing one is 5 (PUB-TEST-2). */
export function Stars({ rating }: { rating: number | null | undefined }) {
  const full = Math.min(5, Math.max(1, Math.round(rating ?? 5)));
  return (
    <span className="stars" role="img" aria-label={t('{1} out of 5', numberText(full))}>
      {ALL.map((star) => (
        <Icon key={star} name="star" className={star <= full ? 'icon icon--filled' : 'icon'} />
      ))}
    </span>
  );
}
