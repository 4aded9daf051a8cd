import { css } from '@emotion/react';
import { rows } from '../../ui/rows.styles';

export const users = css`
  ${rows}
  max-width: 60rem;
  & > li > div:last-of-type {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  & small::first-letter {
    text-transform: none;
  }
`;

export const fields = css`
  display: grid;
  gap: 1.1rem;
`;

export const disable = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  font-size: 0.875rem;
`;
