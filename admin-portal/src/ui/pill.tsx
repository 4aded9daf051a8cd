import { css } from '@emotion/react';
import type { InquiryStatus } from '@godhuli/contracts/inquiries';
import type { ReactNode } from 'react';
import { base } from './pill.styles';

const statuses: Record<InquiryStatus, ReturnType<typeof css>> = {
  New: css`
    background: var(--a-new-bg);
    color: var(--a-new-fg);
  `,
  Responded: css`
    background: var(--a-resp-bg);
    color: var(--a-resp-fg);
    &::before {
      background: none;
      box-shadow: inset 0 0 0 1.5px currentColor;
    }
  `,
  Booked: css`
    background: var(--a-book-bg);
    color: var(--a-book-fg);
    &::before {
      border-radius: 1px;
      transform: rotate(45deg) scale(0.9);
    }
  `,
};

/** A status by word, shape and colour: a dot, a ring, a diamond. */
export function StatusPill({ status, children }: { status: InquiryStatus; children?: ReactNode }) {
  return <span css={[base, statuses[status]]}>{children ?? status}</span>;
}

const variants = {
  /** something missed */
  bad: css`
    background: var(--a-danger-bg);
    color: var(--a-danger);
  `,
  /** something to look at, less urgent than what was missed */
  warning: css`
    background: var(--a-sunken);
    color: var(--a-fg);
    box-shadow: inset 0 0 0 1px var(--a-border-ctl);
  `,
};

export function Pill({ variant, children }: { variant: keyof typeof variants; children: ReactNode }) {
  return <span css={[base, variants[variant]]}>{children}</span>;
}
