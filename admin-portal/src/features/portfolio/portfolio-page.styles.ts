import { css } from '@emotion/react';

export const tools = css`
  display: flex;
  flex-wrap: wrap;
  gap: 1rem;
  margin-bottom: 1.5rem;
  & > [role='group'] {
    flex: none;
  }
  & > div:not([role]) {
    flex: 1 1 13rem;
    min-width: 0;
  }
  & > div:last-of-type {
    flex-grow: 2;
  }
  & select {
    padding-right: 2.25rem;
    text-overflow: ellipsis;
  }
`;

export const deletedPhoto = css`
  width: 5.5rem;
  height: 5.5rem;
  overflow: hidden;
  border-radius: var(--r-2);
`;

export const selectRow = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  margin-bottom: 1rem;
  font-size: 0.875rem;
  color: var(--a-muted);
`;

export const trashList = css`
  display: grid;
  gap: 0.5rem;
  & > li {
    display: grid;
    grid-template-columns: auto 3.5rem minmax(0, 1fr) auto;
    align-items: center;
    gap: 0.75rem;
    padding: 0.5rem;
    border: 1px solid var(--a-border);
    border-radius: var(--r-2);
  }
  & > li > span {
    grid-column: 2;
    width: 3.5rem;
    height: 3.5rem;
    overflow: hidden;
    border-radius: 4px;
  }
  & input {
    width: 1.25rem;
    height: 1.25rem;
    accent-color: var(--a-primary);
  }
  & p {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
`;

export const history = css`
  display: grid;
  gap: 0.75rem;
  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    align-items: start;
    gap: 0.5rem 1rem;
    padding-bottom: 0.75rem;
    border-bottom: 1px solid var(--a-border);
    font-size: 0.875rem;
  }
  & p {
    overflow-wrap: anywhere;
    color: var(--a-muted);
  }
`;
