import { css } from '@emotion/react';
import { oneLine } from '../../ui/text.styles';
import { row } from './sidebar.styles';

export const userBox = css`
  display: grid;
  gap: 0.25rem;
  padding: 0.75rem 0 0.25rem;
  border-top: 1px solid var(--a-border);
  [data-collapsed] & {
    justify-items: center;
  }
`;

export const logoutButton = css`
  ${row}
  text-align: left;
  &:hover {
    background: var(--a-active);
    color: var(--a-fg);
  }
  [data-collapsed] & {
    justify-content: center;
    width: var(--h);
    padding: 0;
  }
`;

export const avatar = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 2.125rem;
  height: 2.125rem;
  border-radius: 50%;
  background: var(--maroon-700);
  color: var(--ivory);
  font-size: 0.75rem;
  font-weight: 600;
`;

export const nameAndRole = css`
  flex: 1;
  min-width: 0;
  line-height: 1.3;
  font-size: 0.8125rem;
  & strong {
    display: block;
    font-weight: 600;
    ${oneLine}
  }
  & span {
    color: var(--a-muted);
  }
`;

/** The user's name and role, a link to the account. */
export const accountLink = css`
  display: flex;
  align-items: center;
  gap: 0.625rem;
  min-width: 0;
  min-height: 2.75rem;
  padding-inline: 0.4rem;
  border-radius: var(--r-2);
  color: inherit;
  text-decoration: none;
  &:hover {
    background: var(--a-hover);
  }
  [data-collapsed] & {
    padding: 0.25rem;
  }
`;
