import { css } from '@emotion/react';
import { oneLine } from '../../ui/text.styles';

export const albumRow = css`
  --picture: 7.5rem;
`;

export const cover = css`
  aspect-ratio: 3/2;
  border-radius: var(--r-2);
  overflow: hidden;
  background: var(--a-skel);
`;

export const panel = css`
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  padding: 1.25rem 1.4rem 1.4rem;
  & > h2 {
    font-size: 1rem;
    margin-bottom: 1rem;
  }
`;

export const editor = css`
  display: grid;
  gap: 1.25rem;
  max-width: 66rem;
  padding-bottom: 5.5rem;
`;

export const fields = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 1.1rem 1.25rem;
  & > [data-wide] {
    grid-column: 1 / -1;
  }
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const sectionHead = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem;
  margin-bottom: 0.9rem;
  & h2 {
    font-size: 1rem;
    overflow-wrap: anywhere;
    min-width: 0;
  }
  & > div {
    display: flex;
    flex: none;
  }
`;

export const tiles = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr));
  gap: 0.75rem;
  margin-block: 1.1rem;
  @media (max-width: 639px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;

export const tile = css`
  position: relative;
  border-radius: var(--r-2);
  background: var(--a-bg);
  border: 1px solid var(--a-border);
  overflow: hidden;
  min-width: 0;
  &[data-over] {
    box-shadow: 0 0 0 2px var(--a-mark);
  }
  &[data-active] {
    opacity: 0.5;
  }
  & > div:first-of-type {
    aspect-ratio: 4/3;
    background: var(--a-skel);
    overflow: hidden;
  }
  & > p {
    font-size: 0.75rem;
    padding: 0.4rem 0.55rem 0;
    ${oneLine}
  }
  & > small {
    display: block;
    min-height: 1.25rem;
    padding: 0 0.55rem;
    font-size: 0.6875rem;
    color: var(--a-muted);
  }
`;

export const tileTools = css`
  display: flex;
  justify-content: space-between;
  padding: 0.1rem 0.15rem 0.15rem;
`;

export const dropHere = css`
  padding: 1.25rem;
  margin-block: 1.1rem;
  border: 1px dashed var(--a-border-ctl);
  border-radius: var(--r-2);
  text-align: center;
  font-size: 0.875rem;
  color: var(--a-muted);
  &[data-over] {
    border-color: var(--a-mark);
  }
`;

export const buttons = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem;
`;

/** Stays at the bottom of the window, so that a long story can be saved from anywhere. */
export const saveBar = css`
  position: sticky;
  bottom: var(--dock-space, 0px);
  z-index: 2;
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem 1rem;
  align-items: center;
  justify-content: space-between;
  max-width: 66rem;
  padding: 0.75rem 1rem;
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  box-shadow: var(--shadow-2);
  @media (max-height: 520px) {
    position: static;
  }
`;

export const pickGrid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(7.5rem, 1fr));
  gap: 0.625rem;
  margin-top: 1rem;
  & label {
    position: relative;
    display: block;
    border-radius: var(--r-2);
    overflow: hidden;
    cursor: pointer;
    font-size: 0.75rem;
    border: 1px solid var(--a-border);
  }
  & label > div {
    aspect-ratio: 1;
    background: var(--a-skel);
    overflow: hidden;
  }
  & label > span {
    display: block;
    padding: 0.3rem 0.5rem;
    ${oneLine}
  }
  & label:has(input:checked) {
    box-shadow: 0 0 0 2px var(--a-mark);
  }
  & label:has(input:focus-visible) {
    outline: 2px solid var(--a-focus);
    outline-offset: 2px;
  }
  & input {
    position: absolute;
    top: 0.4rem;
    left: 0.4rem;
    width: 1.25rem;
    height: 1.25rem;
    accent-color: var(--a-mark);
  }
`;

export const pickTools = css`
  display: grid;
  gap: 0.75rem;
`;
