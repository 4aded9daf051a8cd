import { css } from '@emotion/react';
import { details } from '../../ui/rows.styles';

export const list = css`
  max-width: 60rem;
  border-top: 1px solid var(--a-border);
  font-size: 0.875rem;
  & > li {
    padding: 0.75rem 0;
    overflow-wrap: anywhere;
    border-bottom: 1px solid var(--a-border);
  }
  & strong {
    font-weight: 600;
  }
  ${details}
  & summary {
    display: inline-flex;
    align-items: center;
    min-height: 1.75rem;
    font-size: 0.8125rem;
    font-weight: 500;
    color: var(--a-link);
    cursor: pointer;
    @media (pointer: coarse), (max-width: 899px) {
      min-height: 2.75rem;
    }
  }
  & dl {
    display: grid;
    gap: 0.25rem;
    margin-top: 0.25rem;
    font-size: 0.8125rem;
  }
  & dt {
    font-weight: 600;
  }
  & dd {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`;
