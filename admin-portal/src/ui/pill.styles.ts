import { css } from '@emotion/react';
import type { InquiryStatus } from '@godhuli/contracts/inquiries';

const base = css`
  display: inline-flex;
  align-items: center;
  gap: 0.4rem;
  height: 1.5rem;
  padding: 0 0.6rem;
  border-radius: var(--r-full);
  font: 600 0.75rem/1 var(--font-text);
  letter-spacing: 0;
  white-space: nowrap;
  &::before {
    content: '';
    width: 0.4rem;
    height: 0.4rem;
    border-radius: 50%;
    background: currentColor;
  }
`;

export const statuses: Record<InquiryStatus, ReturnType<typeof css>> = {
  New: css`
    ${base}
    background: var(--a-new-bg);
    color: var(--a-new-fg);
  `,
  Responded: css`
    ${base}
    background: var(--a-resp-bg);
    color: var(--a-resp-fg);
    &::before {
      background: none;
      box-shadow: inset 0 0 0 1.5px currentColor;
    }
  `,
  Booked: css`
    ${base}
    background: var(--a-book-bg);
    color: var(--a-book-fg);
    &::before {
      border-radius: 1px;
      transform: rotate(45deg) scale(0.9);
    }
  `,
};

export const variants = {
  /** something missed */
  bad: css`
    ${base}
    background: var(--a-danger-bg);
    color: var(--a-danger);
  `,
  /** needs attention, lower priority than a missed deadline */
  warning: css`
    ${base}
    background: var(--a-sunken);
    color: var(--a-fg);
    box-shadow: inset 0 0 0 1px var(--a-border-ctl);
  `,
  /** on the website */
  good: css`
    ${base}
    background: var(--a-book-bg);
    color: var(--a-book-fg);
  `,
  /** not on the website */
  off: css`
    ${base}
    background: var(--a-sunken);
    color: var(--a-muted);
  `,
};
