import { css } from '@emotion/react';

export const agenda = css`
  display: grid;
  & > li {
    padding: 0.875rem 0;
    border-top: 1px solid var(--a-border);
  }
  & > li > div {
    display: flex;
    align-items: center;
    gap: 0.75rem;
  }
  & h3 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
  & h3[aria-current='date']::after {
    content: ' · Today';
    color: var(--a-link);
  }
  & > li > p {
    font-size: 0.8125rem;
  }
  & ul {
    display: grid;
    gap: 0.5rem;
    margin-top: 0.375rem;
  }
`;

export const entry = css`
  display: grid;
  justify-items: start;
  gap: 0.125rem;
  width: 100%;
  min-height: 2.75rem;
  padding: 0.625rem 0.875rem;
  text-align: left;
  font-size: 0.875rem;
  border: 1px solid var(--a-border);
  border-left: 3px solid var(--a-link);
  border-radius: var(--r-2);
  cursor: pointer;
  &:hover {
    background: var(--a-hover);
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > span {
    color: var(--a-muted);
    font-size: 0.8125rem;
  }
`;
