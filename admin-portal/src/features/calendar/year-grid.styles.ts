import { css } from '@emotion/react';
import { visuallyHidden } from '../../ui/text.styles';
import { HOTTEST } from './calendar-view';

// Rules for attributes: with a style or a class for each of 365 days the browser and Emotion work on each day.
const heat = Array.from(
  { length: HOTTEST },
  (_, index) => `& td > span[data-inquiries='${index + 1}'] {
    background: color-mix(in oklab, var(--a-new-bg) ${((index + 1) / HOTTEST) * 100}%, transparent);
  }`,
).join('');

export const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr));
  gap: 1.5rem 2rem;
`;

export const month = css`
  & h3 button {
    min-height: 2.25rem;
    font-weight: 600;
    cursor: pointer;
    text-decoration: underline;
    text-decoration-color: var(--a-border-ctl);
    text-underline-offset: 0.25em;
    @media (pointer: coarse), (max-width: 899px) {
      min-height: 2.75rem;
    }
  }
  & table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
    text-align: center;
    font-size: 0.78125rem;
    font-variant-numeric: tabular-nums;
  }
  & th {
    font-weight: 400;
    color: var(--a-muted);
  }
  & td {
    padding: 1px;
  }
  & td > span {
    position: relative;
    display: block;
    line-height: 1.75rem;
    border-radius: 4px;
  }
  & td > span > span {
    ${visuallyHidden}
  }
  ${heat}
  & td > span[data-use='some'] {
    box-shadow: inset 0 0 0 1px var(--a-link);
  }
  & td > span[data-use='full'] {
    box-shadow: inset 0 0 0 2px var(--a-link);
    font-weight: 700;
  }
  & td > span[data-today] {
    text-decoration: underline;
    text-underline-offset: 0.2em;
    font-weight: 700;
  }
  & td > span[data-muhurat]::after {
    content: '';
    position: absolute;
    top: 2px;
    right: 2px;
    width: 5px;
    height: 5px;
    border-radius: 50%;
    background: var(--a-link);
  }
`;
