import { css } from '@emotion/react';

export const list = css`
  display: grid;
  grid-template-columns: repeat(3, 1fr);
  gap: 0.75rem;
  margin-top: 0.75rem;
  @media (max-width: 899px) {
    grid-template-columns: 1fr;
  }
`;

export const action = css`
  display: flex;
  align-items: center;
  gap: 0.9rem;
  height: 100%;
  padding: 0.9rem 1rem;
  border-radius: var(--r-3);
  background: var(--a-sunken);
  border: 1px solid var(--a-border);
  text-decoration: none;
  transition:
    background-color var(--t-1),
    border-color var(--t-1);
  &:hover {
    background: var(--a-hover);
    border-color: var(--a-border-ctl);
  }
  & > svg.lucide {
    color: var(--a-faint);
    transition: transform var(--t-2) var(--ease-out);
  }
  &:hover > svg.lucide {
    transform: translateX(3px);
  }
`;

export const iconFrame = css`
  display: grid;
  place-items: center;
  width: 2.5rem;
  height: 2.5rem;
  flex: none;
  border-radius: var(--r-2);
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  color: var(--a-link);
`;

export const labels = css`
  flex: 1;
  line-height: 1.35;
  & strong {
    display: block;
    font-weight: 600;
  }
  & span {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
`;

export const badge = css`
  display: inline-block;
  margin-left: 0.5rem;
  padding: 0.1rem 0.5rem;
  border-radius: var(--r-full);
  background: var(--a-new-bg);
  color: var(--a-new-fg);
  font-size: 0.75rem;
  font-style: normal;
  font-weight: 600;
  white-space: nowrap;
`;
