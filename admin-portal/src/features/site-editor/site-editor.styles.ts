import { css } from '@emotion/react';

export const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 26rem) minmax(0, 1fr);
  gap: 1.75rem;
  align-items: start;
  @media (max-width: 899px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

export const formStack = css`
  display: grid;
  gap: 1.1rem;
  min-width: 0;
`;

export const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.625rem;
  align-items: center;
`;

export const previewStage = css`
  position: relative;
  overflow: hidden;
  background: var(--a-surface);
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  & > p {
    padding: 1rem;
  }
`;

export const previewFrame = css`
  position: absolute;
  inset: 0 auto auto 0;
  border: 0;
  transform-origin: 0 0;
`;

export const comparison = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  gap: 0.75rem;
  margin-top: 0.5rem;
  font-size: 0.8125rem;
  overflow-wrap: anywhere;
  white-space: pre-wrap;
  & del {
    color: var(--a-muted);
  }
  & ins {
    text-decoration: none;
  }
`;

/** A group without the browser's frame. */
export const plainGroup = css`
  border: 0;
  padding: 0;
  margin: 0;
  min-width: 0;
`;
