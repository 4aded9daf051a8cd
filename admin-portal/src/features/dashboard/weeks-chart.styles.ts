import { css } from '@emotion/react';

export const chart = css`
  display: block;
  width: 100%;
  height: 7rem;
  margin-top: 0.75rem;
  border-bottom: 1px solid var(--a-border);
  & rect[data-of='inquiries'] {
    fill: var(--a-border-ctl);
  }
  & rect[data-of='bookings'] {
    fill: var(--a-link);
  }
`;

export const key = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  margin-top: 0.5rem;
  font-size: 0.8125rem;
  & > span[data-of]::before {
    content: '';
    display: inline-block;
    width: 0.625rem;
    height: 0.625rem;
    margin-right: 0.375rem;
    border-radius: 2px;
    background: var(--a-border-ctl);
  }
  & > span[data-of='bookings']::before {
    background: var(--a-link);
  }
`;
