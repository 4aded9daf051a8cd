import { css } from '@emotion/react';

export const page = css`
  display: grid;
  grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
  min-height: 100dvh;
  background: var(--a-surface);
  @media (max-width: 899px) {
    grid-template-columns: 1fr;
    grid-template-rows: 26vh 1fr;
  }
`;
export const image = css`
  position: relative;
  overflow: hidden;
  background: var(--ink-950);
  & img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    object-position: 70% 50%;
  }
  &::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: var(--zari-h);
    background: var(--zari);
  }
`;
export const content = css`
  display: flex;
  flex-direction: column;
  justify-content: center;
  padding: 2rem clamp(1.5rem, 6vw, 6rem);
  position: relative;
  @media (max-width: 899px) {
    padding-top: 2.5rem;
  }
`;
export const box = css`
  width: 100%;
  max-width: 25rem;
  margin: auto;
  & h1 {
    font-size: 2.5rem;
    font-variation-settings: var(--opsz-h2);
    margin-top: 2.5rem;
  }
  & h1 + p {
    margin-top: 0.5rem;
  }
  @media (max-width: 899px) {
    & h1 {
      margin-top: 1.5rem;
    }
  }
`;
export const logo = css`
  display: flex;
  align-items: center;
  gap: 0.7rem;
  font: 400 1.5rem/1 var(--font-display);
  font-variation-settings: var(--opsz-sm);
`;
