import { css } from '@emotion/react';

export const sheet = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 1rem;
  & figure {
    margin: 0;
    max-width: 100%;
  }
  & figcaption {
    margin-top: 0.3rem;
    font-size: 0.75rem;
    color: var(--a-muted);
  }
`;

export const slot = css`
  position: relative;
  display: block;
  height: clamp(6rem, 22vw, 9rem);
  max-width: 100%;
  overflow: hidden;
  border-radius: 4px;
  background: var(--a-skel);
  & picture img {
    position: absolute;
    max-width: none;
    object-fit: fill;
  }
`;

/** The hero's scrim and its text, as visitors see them, much smaller. */
export const heroText = css`
  position: absolute;
  inset: 0;
  display: flex;
  flex-direction: column;
  justify-content: end;
  padding: 8%;
  color: #f6efe3;
  font: 0.5625rem/1.3 var(--font-serif, serif);
  background:
    linear-gradient(0deg, rgb(16 14 12/0.94) 0, rgb(16 14 12/0.8) 18%, rgb(16 14 12/0.42) 30%, rgb(16 14 12/0) 46%),
    linear-gradient(90deg, rgb(16 14 12/0.8) 0, rgb(16 14 12/0.64) 34%, rgb(16 14 12/0.3) 54%, rgb(16 14 12/0) 70%);
  &[data-place='phone'] {
    background: linear-gradient(180deg, rgb(16 14 12/0) 42%, rgb(16 14 12/0.62) 52%, rgb(16 14 12/0.94) 84%, #100e0c 100%);
  }
`;
