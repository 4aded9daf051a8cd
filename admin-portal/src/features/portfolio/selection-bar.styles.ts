import { css } from '@emotion/react';

export const selectionBar = css`
  position: sticky;
  z-index: 8;
  top: 0;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  margin-bottom: 1rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-2);
  background: var(--a-sunken);
  font-size: 0.875rem;
  @media (max-height: 520px) {
    position: static;
  }
  & > span {
    margin-right: auto;
    font-weight: 500;
  }
  @media (max-width: 899px) {
    top: 3.5rem;
  }
`;

export const selectMark = css`
  position: absolute;
  z-index: 2;
  inset: 0;
  display: grid;
  place-items: start;
  padding: 0.75rem;
  cursor: pointer;
  & input {
    width: 1.5rem;
    height: 1.5rem;
    margin: 0;
    accent-color: var(--a-primary);
  }
  &:has(input:checked) {
    outline: 3px solid var(--a-focus);
    outline-offset: -3px;
    border-radius: var(--r-2);
    background: rgb(0 0 0 / 0.2);
  }
`;
