import { css } from '@emotion/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import RotateCw from 'lucide-react/icons/rotate-cw';
import type { ReactNode } from 'react';
import { Button } from './button';

/** Something failed, in a sentence; actions stand behind it. */
export function Banner({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div
      role="alert"
      css={css`
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.75rem;
        padding: 0.75rem 1rem;
        border: 1px solid var(--a-danger-border);
        border-radius: var(--r-2);
        background: var(--a-danger-bg);
        color: var(--a-danger);
        font-size: 0.875rem;
        & p {
          flex: 1 1 12rem;
          overflow-wrap: anywhere;
        }
      `}
    >
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
