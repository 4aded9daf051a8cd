import { css } from '@emotion/react';

export const counters = css`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  & > div {
    padding: 1.25rem 1.5rem 1.375rem;
  }
  & > div + div {
    border-left: 1px solid var(--a-border);
  }
  & dt {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    font-size: 0.875rem;
    color: var(--a-muted);
  }
  & dt svg.lucide {
    width: 1rem;
    height: 1rem;
  }
  & dd {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0.75rem;
    font: 400 2.5rem/1.1 var(--font-display);
    font-variation-settings: var(--opsz-h3);
    font-feature-settings: 'lnum';
    letter-spacing: -0.02em;
    margin-top: 0.625rem;
    min-height: 2.75rem;
  }
  @media (max-width: 1180px) {
    grid-template-columns: 1fr 1fr;
    & > div:nth-of-type(3) {
      border-left: 0;
    }
    & > div:nth-of-type(n + 3) {
      border-top: 1px solid var(--a-border);
    }
  }
  @media (max-width: 639px) {
    & > div {
      padding: 1rem 1.125rem;
    }
  }
`;

export const notAvailable = css`
  font: 400 0.9375rem/1.4 var(--font-text);
  letter-spacing: 0;
  color: var(--a-muted);
`;

export const spamLink = css`
  display: inline-flex;
  align-items: center;
  @media (pointer: coarse), (max-width: 899px) {
    min-height: 2.75rem;
  }
  text-decoration: none;
  border-radius: var(--r-full);
`;
