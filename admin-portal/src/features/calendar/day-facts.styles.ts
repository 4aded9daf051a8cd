import { css } from '@emotion/react';

export const heat = css`
  display: inline-block;
  min-width: 1.35rem;
  padding: 0 0.3rem;
  border-radius: var(--r-full);
  font-size: 0.75rem;
  line-height: 1.35rem;
  text-align: center;
  color: var(--a-fg);
  background: color-mix(in oklab, var(--a-new-bg) var(--heat), var(--a-sunken));
  box-shadow: inset 0 0 0 1px var(--a-border);
`;

export const load = css`
  font-size: 0.75rem;
  color: var(--a-muted);
  font-variant-numeric: tabular-nums;
`;

export const muhuratMark = css`
  color: var(--a-link);
  & svg.lucide {
    width: 0.8125rem;
    height: 0.8125rem;
    fill: currentColor;
    vertical-align: -0.1em;
  }
`;
