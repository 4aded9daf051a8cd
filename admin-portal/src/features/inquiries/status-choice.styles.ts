import { css } from '@emotion/react';

/** Separate chips, each with the shape of its status: not the joined track of the filter beside it. */
export const statusChoice = css`
  display: flex;
  align-items: center;
  gap: 0.375rem;
  & > span {
    margin-right: 0.25rem;
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
  & label {
    position: relative;
    cursor: pointer;
  }
  & input {
    position: absolute;
    opacity: 0;
    inset: 0;
    margin: 0;
  }
  & label > span {
    display: flex;
    align-items: center;
    gap: 0.45rem;
    min-height: var(--h-sm);
    padding: 0 0.85rem;
    border: 1px solid var(--a-border-ctl);
    border-radius: var(--r-full);
    background: var(--a-surface);
    font-size: 0.8125rem;
    font-weight: 500;
  }
  & label > span::before {
    content: '';
    width: 0.5rem;
    height: 0.5rem;
    border-radius: 50%;
    box-shadow: inset 0 0 0 1.5px currentColor;
  }
  & input[value='Booked'] + span::before {
    border-radius: 1px;
    transform: rotate(45deg) scale(0.9);
  }
  & input:not(:checked) + span:hover {
    background: var(--a-hover);
  }
  & input:checked + span {
    font-weight: 600;
    border-color: currentColor;
  }
  & input:checked:not([value='Responded']) + span::before {
    background: currentColor;
  }
  & input[value='New']:checked + span {
    background: var(--a-new-bg);
    color: var(--a-new-fg);
  }
  & input[value='Responded']:checked + span {
    background: var(--a-resp-bg);
    color: var(--a-resp-fg);
  }
  & input[value='Booked']:checked + span {
    background: var(--a-book-bg);
    color: var(--a-book-fg);
  }
  & input:focus-visible + span {
    outline: 2px solid var(--a-focus);
    outline-offset: 1px;
  }
  @media (pointer: coarse), (max-width: 899px) {
    & label > span {
      min-height: 2.75rem;
    }
  }
  @media (max-width: 639px) {
    order: 3;
    width: 100%;
    & > span {
      display: none;
    }
    & label {
      flex: 1;
    }
    & label > span {
      justify-content: center;
      padding-inline: 0.4rem;
    }
  }
`;
