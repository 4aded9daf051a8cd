import { css } from '@emotion/react';

/** The small text below the title of a row. */
export const details = css`
  & small::first-letter {
    text-transform: uppercase;
  }
  & small {
    display: block;
    font-size: 0.8125rem;
    color: var(--a-muted);
    overflow-wrap: anywhere;
  }
`;

/** A list of rows between hairlines. */
export const rows = css`
  margin-top: 0.5rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.875rem;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem 1rem;
    padding: 0.75rem 0;
    border-bottom: 1px solid var(--a-border);
  }
  & > li > div:first-of-type {
    flex: 1 1 16rem;
    min-width: 0;
  }
  ${details}
`;
