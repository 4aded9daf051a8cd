import { css } from '@emotion/react';

export const box = css`
  grid-column: 1 / -1;
  padding: 1rem 1.125rem;
  border: 1px solid var(--a-border-ctl);
  border-left: 3px solid var(--a-mark);
  border-radius: var(--r-2);
  background: var(--a-sunken);
  font-size: 0.875rem;
  line-height: 1.5;
  & ul {
    padding: 0;
    margin: 0;
    list-style: none;
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0.5rem 1rem;
    padding-top: 0.75rem;
    margin-top: 0.75rem;
    border-top: 1px solid var(--a-border);
  }
  & dl {
    flex: 1 1 14rem;
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0.125rem 0.75rem;
  }
  & dt {
    color: var(--a-muted);
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;

export const choice = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin-top: 0.75rem;
`;
