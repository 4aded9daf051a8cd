import { css } from '@emotion/react';

/** Versions and tokens, in figures of one width. */
export const code = css`
  font:
    500 0.8125rem/1.5 ui-monospace,
    'SFMono-Regular',
    Menlo,
    Consolas,
    monospace;
  overflow-wrap: anywhere;
`;
