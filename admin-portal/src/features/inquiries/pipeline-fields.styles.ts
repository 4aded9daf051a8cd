import { css } from '@emotion/react';

export const pipelineFields = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 0.75rem 1rem;
  margin-top: 1.5rem;
  padding: 1rem;
  border: 1px solid var(--a-border);
  border-radius: var(--r-2);
  background: var(--a-sunken);
  & select,
  & input {
    min-height: var(--h-sm);
    padding-block: 0.3rem;
    font-size: 0.875rem;
  }
  & label {
    font-size: 0.8125rem;
    margin-bottom: 0.2rem;
  }
  @media (max-width: 639px) {
    grid-template-columns: 1fr 1fr;
  }
`;
