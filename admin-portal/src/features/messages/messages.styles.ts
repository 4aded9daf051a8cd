import { css } from '@emotion/react';

export const parts = css`
  display: grid;
  gap: 2.5rem;
  max-width: 52rem;
`;

export const facts = css`
  display: grid;
  grid-template-columns: max-content 1fr;
  gap: 0.375rem 1.5rem;
  margin-top: 0.75rem;
  font-size: 0.9375rem;
  & dt {
    color: var(--a-muted);
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

export const choices = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  & label {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    min-height: 2.75rem;
    cursor: pointer;
  }
  & input {
    width: 1.125rem;
    height: 1.125rem;
    accent-color: var(--a-focus);
  }
`;

export const previewChoices = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
  gap: 1rem;
  margin-top: 0.75rem;
`;

export const previewFrame = css`
  display: block;
  width: 100%;
  height: 34rem;
  margin-top: 1rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  background: #faf6f0;
`;

export const previewText = css`
  margin-top: 1rem;
  padding: 1rem 1.25rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-3);
  background: var(--a-surface);
  font: 0.875rem/1.5 ui-monospace, monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

export const previewSummary = css`
  width: fit-content;
  line-height: 2rem;
  cursor: pointer;
  @media (pointer: coarse), (max-width: 899px) {
    line-height: 2.75rem;
  }
`;
