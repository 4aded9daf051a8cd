import { css } from '@emotion/react';
import { oneLine } from '../../ui/text.styles';

export const chip = css`
  display: block;
  width: 100%;
  min-height: 1.5rem;
  padding: 0.125rem 0.4375rem;
  ${oneLine}
  text-align: left;
  font-size: 0.78125rem;
  font-weight: 500;
  border-radius: 4px;
  cursor: pointer;
  color: var(--a-fg);
  background: color-mix(in oklab, var(--a-link) 16%, var(--a-surface));
  border-left: 3px solid var(--a-link);
  /* Not in narrow windows with a mouse: paper is narrow as well, and the month has to fit on it. */
  @media (pointer: coarse) {
    min-height: 2.75rem;
  }
  & em {
    font-style: normal;
    font-weight: 400;
    color: var(--a-muted);
  }
  &:hover {
    background: color-mix(in oklab, var(--a-link) 26%, var(--a-surface));
  }
  &[data-kind='hold'] {
    background: var(--a-surface);
    border: 1px dashed var(--a-border-ctl);
    border-left: 3px dashed var(--a-link);
  }
  &[data-kind='blocked'] {
    background: repeating-linear-gradient(
      -45deg,
      var(--a-sunken) 0 5px,
      color-mix(in oklab, var(--a-border) 60%, var(--a-sunken)) 5px 10px
    );
    border-left-color: var(--a-border-ctl);
  }
  &[data-kind='ended'] {
    background: var(--a-sunken);
    border-left-color: var(--a-border);
    color: var(--a-muted);
    text-decoration: line-through;
  }
`;
