import { css } from '@emotion/react';

/** A list beside its open item; narrow windows show one of them. */
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
