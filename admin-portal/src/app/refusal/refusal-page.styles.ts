import { css } from '@emotion/react';

export const roundFrame = css`
  display: grid;
  place-items: center;
  width: 4rem;
  height: 4rem;
  border: 1px solid var(--a-border-ctl);
  border-radius: 50%;
  color: var(--a-link);
`;
