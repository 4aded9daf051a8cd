import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import { bannerStyles } from './banner.styles';
import { Button } from './button';

/** An error message with actions after it. */
export function Banner({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div role="alert" css={bannerStyles}>
      <CircleAlert aria-hidden="true" strokeWidth={1.75} />
      <p>{children}</p>
      {actions}
    </div>
  );
}

/** A list that could not be loaded, with the way to try again. */
export function LoadFailure({ children, onRetry }: { children: ReactNode; onRetry(): void }) {
  return (
    <Banner
      actions={
        <Button size="small" onClick={onRetry}>
          <RotateCw aria-hidden="true" strokeWidth={1.75} /> Try again
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
