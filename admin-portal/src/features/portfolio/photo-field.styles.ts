import { css } from '@emotion/react';
import { oneLine } from '../../ui/text.styles';

export const dropZone = css`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 0.75rem;
  min-height: 15rem;
  padding: 1.5rem;
  text-align: center;
  border: 1.5px dashed var(--a-border-ctl);
  border-radius: var(--r-3);
  background: var(--a-sunken);
  transition:
    background-color var(--t-1),
    border-color var(--t-1);
  &[data-over],
  &:hover {
    border-color: var(--a-mark);
    background: var(--a-new-bg);
  }
  &[data-bad] {
    border: 2px solid var(--a-danger);
  }
  & p {
    line-height: 1.6;
  }
  & > span {
    display: grid;
    place-items: center;
    width: 3rem;
    height: 3rem;
    border-radius: 50%;
    background: var(--a-surface);
    border: 1px solid var(--a-border);
  }
  & button {
    color: var(--a-link);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    padding: 0.65rem 0;
  }
`;

export const progressBox = css`
  display: grid;
  gap: 0.75rem;
  justify-items: start;
  & > div:first-of-type {
    width: 100%;
    aspect-ratio: 3/2;
    overflow: hidden;
    border-radius: var(--r-2);
    background: var(--a-skel);
  }
  & img {
    width: 100%;
    height: 100%;
    object-fit: cover;
    filter: saturate(0.4) opacity(0.55);
  }
  & > p {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    width: 100%;
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums;
  }
  & strong {
    font-weight: 500;
    ${oneLine}
  }
  & p > span {
    color: var(--a-muted);
    flex: none;
  }
  & progress {
    appearance: none;
    width: 100%;
    height: 6px;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    background: var(--a-skel);
  }
  & progress::-webkit-progress-bar {
    background: var(--a-skel);
  }
  & progress::-webkit-progress-value {
    background: var(--a-mark);
    border-radius: 3px;
  }
  & progress::-moz-progress-bar {
    background: var(--a-mark);
  }
`;
