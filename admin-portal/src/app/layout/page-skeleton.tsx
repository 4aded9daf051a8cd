import { Skeleton } from '../../ui/skeleton';
import { visuallyHidden } from '../../ui/text.styles';

/** Placeholder while the code of a page loads. */
export function PageSkeleton() {
  return (
    <div>
      <p role="status" css={visuallyHidden}>
        Loading…
      </p>
      <Skeleton style={{ width: '14rem', height: '2.125rem' }} />
      <Skeleton style={{ width: 'min(22rem, 100%)', height: '1rem', marginTop: '.75rem' }} />
    </div>
  );
}
