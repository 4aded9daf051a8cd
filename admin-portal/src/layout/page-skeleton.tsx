import type { ReactElement } from 'react';
import { Skeleton } from '../controls/skeleton';
import { visuallyHidden } from '../look/text';

/** What stands in the page's place while its code comes. */
export function PageSkeleton(): ReactElement {
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
