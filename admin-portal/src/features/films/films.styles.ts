import { css } from '@emotion/react';

export const filmRow = css`
  --picture: 8.5rem;
  & p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.35rem 0.6rem;
  }
`;

export const poster = css`
  display: grid;
  place-items: center;
  aspect-ratio: 16/9;
  border-radius: var(--r-2);
  overflow: hidden;
  background: var(--a-skel);
  color: var(--a-muted);
`;

export const soon = css`
  margin-top: 1.5rem;
  font-size: 0.875rem;
  color: var(--a-muted);
`;

export const columns = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 1.25rem 1.75rem;
  align-items: start;
  & > [data-wide] {
    grid-column: 1 / -1;
  }
  @media (max-width: 639px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const stack = css`
  display: grid;
  gap: 1.25rem;
`;

export const fileBox = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 0.75rem;
  padding: 0.75rem 0.9rem;
  border: 1px dashed var(--a-border-ctl);
  border-radius: var(--r-2);
  font-size: 0.875rem;
  & progress {
    flex: 1 1 8rem;
    min-width: 0;
    height: 0.5rem;
    accent-color: var(--a-mark);
  }
  & > p {
    flex: 1 1 8rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & input[type='file'] {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;
