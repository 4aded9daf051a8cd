import { css } from '@emotion/react';

/** Told apart by lightness too, for people who do not see every colour. */
const COLOURS = ['#5b2a12', '#c2571a', '#1f6f78', '#e0a23b', '#7d5ba6'];
const REST: Readonly<Record<string, string>> = { Other: '#9a8f83', Unknown: '#d9d1c7' };

/** Returns the colour of a source by its place in the list. */
export const colourOf = (index: number, source: string) => REST[source] ?? COLOURS[index % COLOURS.length];

export const charts = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(16rem, 100%), 1fr));
  gap: 1rem 2rem;
  margin-top: 0.75rem;
  & figure {
    margin: 0;
  }
  & figcaption {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
`;

export const chart = css`
  display: block;
  width: 100%;
  height: 7rem;
  margin-top: 0.5rem;
  border-bottom: 1px solid var(--a-border);
`;

export const totals = css`
  width: 100%;
  max-width: 32rem;
  margin-top: 0.75rem;
  border-collapse: collapse;
  font-size: 0.8125rem;
  & :is(th, td) {
    padding: 0.25rem 0.5rem 0.25rem 0;
    text-align: left;
    font-weight: 400;
    border-bottom: 1px solid var(--a-border);
    overflow-wrap: anywhere;
  }
  & :is(td, thead th:not(:first-of-type)) {
    text-align: right;
    width: 5rem;
  }
`;

export const chip = css`
  display: inline-block;
  width: 0.625rem;
  height: 0.625rem;
  margin-right: 0.5rem;
  border-radius: 2px;
`;
