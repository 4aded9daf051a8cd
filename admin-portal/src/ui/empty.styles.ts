import { css } from '@emotion/react';

export const frame = css`
  display: grid;
  justify-items: center;
  text-align: center;
  gap: 0.5rem;
  padding: clamp(3rem, 9vh, 6.5rem) 1rem;
  color: var(--a-muted);
  & h1,
  & h2 {
    color: var(--a-fg);
    margin-top: 1.25rem;
  }
  & p {
    max-width: 26rem;
    overflow-wrap: anywhere;
  }
  & button,
  & a {
    margin-top: 1.25rem;
  }
`;

/** Three empty frames, hung like prints; the middle one waits in marigold. */
export const art = css`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  & i {
    display: block;
    width: 4.25rem;
    height: 5.5rem;
    border: 1px solid var(--a-border-ctl);
    padding: 0.5rem;
    background: content-box var(--a-sunken);
  }
  & i:nth-of-type(2) {
    width: 6.75rem;
    height: 5rem;
    border-color: var(--a-mark);
    background:
      content-box
        linear-gradient(180deg, transparent 62%, var(--a-mark) 62% calc(62% + 1px), transparent 0),
      content-box radial-gradient(circle at 50% 62%, var(--a-mark) 0 0.8rem, transparent 0.85rem),
      content-box var(--a-sunken);
  }
  & i:nth-of-type(3) {
    width: 4rem;
    height: 4rem;
  }
`;
