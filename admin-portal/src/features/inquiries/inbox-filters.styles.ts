import { css } from '@emotion/react';

export const filters = css`
  & > summary {
    display: inline-flex;
    align-items: center;
    gap: 0.4rem;
    min-height: var(--h-sm);
    font-size: 0.8125rem;
    font-weight: 500;
    cursor: pointer;
    color: var(--a-link);
  }
  & > summary svg {
    width: 1rem;
    height: 1rem;
  }
  & > div {
    padding-top: 0.5rem;
    max-height: 40vh;
    overflow: auto;
  }
`;

/** The fields of the filters, beside the list or in the sheet of a phone. */
export const fields = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.75rem;
  & select,
  & input {
    width: 100%;
    min-height: var(--h-sm);
    padding-block: 0.25rem;
    font-size: 0.8125rem;
  }
  & label {
    font-size: 0.8125rem;
    margin-bottom: 0.2rem;
  }
`;

export const sheetButton = css`
  justify-self: start;
`;

export const views = css`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.375rem;
  font-size: 0.8125rem;
  & > span {
    display: inline-flex;
    border: 1px solid var(--a-border-ctl);
    border-radius: var(--r-full);
  }
  & > span > button {
    min-width: var(--h-sm);
    min-height: var(--h-sm);
    padding: 0 0.7rem;
    font-weight: 500;
  }
  & > span > button + button {
    flex: none;
    padding-inline: 0.2rem 0.6rem;
  }
`;

export const saveForm = css`
  grid-column: 1 / -1;
  display: grid;
  grid-template-columns: 1fr auto auto;
  align-items: center;
  gap: 0.5rem;
  font-size: 0.8125rem;
  & > label {
    display: flex;
    align-items: center;
    gap: 0.35rem;
    min-height: var(--h-sm);
  }
  & input[type='checkbox'] {
    width: auto;
    min-height: 0;
  }
`;
