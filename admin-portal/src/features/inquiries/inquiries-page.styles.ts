import { css } from '@emotion/react';

export const split = css`
  display: grid;
  grid-template-columns: minmax(20rem, 25rem) minmax(0, 1fr);
  height: 100%;
  overflow: hidden;
  border-radius: inherit;
  @media (max-width: 899px) {
    display: block;
    overflow: visible;
    &[data-detail] {
      height: auto;
    }
  }
`;

export const inboxColumn = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-right: 1px solid var(--a-border);
  @media (max-width: 899px) {
    border: 0;
    height: 100%;
    [data-detail] & {
      display: none;
    }
  }
`;

export const detailColumn = css`
  min-height: 0;
  overflow: auto;
  @media (max-width: 899px) {
    display: none;
    overflow: visible;
    [data-detail] & {
      display: block;
    }
  }
`;
