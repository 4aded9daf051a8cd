import { css } from '@emotion/react';

export const facts = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  margin: 2rem 0;
  border-top: 1px solid var(--a-border);
  & > div {
    padding: 0.8rem 0;
    border-bottom: 1px solid var(--a-border);
    min-width: 0;
  }
  & dt {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
  & > div:last-of-type:nth-of-type(odd) {
    grid-column: 1 / -1;
  }
  & time {
    display: inline-block;
  }
  & time::first-letter {
    text-transform: uppercase;
  }
  & dd {
    font-weight: 500;
    margin-top: 0.1rem;
    overflow-wrap: anywhere;
  }
  @media (max-width: 639px) {
    grid-template-columns: 1fr;
  }
`;
