import { css } from '@emotion/react';

export const scan = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 1.25rem;
  & > div {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;

export const codes = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr));
  gap: 0.5rem 1rem;
  padding: 0;
  list-style: none;
`;
