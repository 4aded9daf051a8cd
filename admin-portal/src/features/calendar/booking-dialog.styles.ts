import { css } from '@emotion/react';

export const form = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 1rem 1.25rem;
  align-items: start;
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** A field as wide as the form. */
export const spread = css`
  grid-column: 1 / -1;
  min-width: 0;
`;

export const kinds = css`
  display: flex;
  gap: 0.5rem;
  flex-wrap: wrap;
  border: 0;
  padding: 0;
  & legend {
    font-size: 0.875rem;
    font-weight: 500;
    margin-bottom: 0.375rem;
    padding: 0;
  }
  & label {
    display: inline-flex;
    align-items: center;
    gap: 0.5rem;
    min-height: var(--h);
    padding: 0.25rem 0.9rem;
    border: 1px solid var(--a-border-ctl);
    border-radius: var(--r-full);
    cursor: pointer;
  }
  & label:has(:checked) {
    border-color: var(--a-link);
    box-shadow: inset 0 0 0 1px var(--a-link);
  }
`;

export const notFree = css`
  grid-column: 1 / -1;
  display: grid;
  gap: 0.75rem;
  padding: 0.875rem 1rem;
  border: 1px solid var(--a-danger);
  border-radius: var(--r-3);
  & ul {
    padding-left: 1.1rem;
    list-style: disc;
    color: var(--a-danger);
    font-weight: 500;
    font-size: 0.875rem;
  }
`;

export const ceremony = css`
  border: 0;
  display: grid;
  grid-template-columns: minmax(6rem, 1fr) 9.75rem 8.75rem 8.75rem minmax(6rem, 1fr) auto;
  gap: 0.5rem;
  align-items: end;
  padding: 0.75rem 0;
  min-width: 0;
  border-bottom: 1px solid var(--a-border);
  @media (max-width: 899px) {
    grid-template-columns: 1fr 1fr;
  }
`;
