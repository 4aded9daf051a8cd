import { css } from '@emotion/react';

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
