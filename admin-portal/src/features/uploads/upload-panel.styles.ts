import { css } from '@emotion/react';
import { oneLine } from '../../ui/text.styles';

export const dock = css`
  position: fixed;
  z-index: 45;
  right: 1.25rem;
  bottom: 1.25rem;
  width: min(27rem, calc(100vw - 2.5rem));
  max-height: min(40rem, calc(100dvh - 2.5rem));
  display: flex;
  flex-direction: column;
  border: 1px solid var(--a-border-ctl);
  border-radius: var(--r-3);
  background: var(--a-surface);
  box-shadow: var(--shadow-3);
  font-size: 0.875rem;
  @media (max-width: 639px) {
    right: 0;
    bottom: 0;
    left: 0;
    width: auto;
    max-height: 75dvh;
    border-radius: var(--r-3) var(--r-3) 0 0;
  }
`;

export const head = css`
  flex: none;
  display: flex;
  align-items: center;
  gap: 0.25rem;
  padding: 0.75rem 0.5rem 0.4rem 1.125rem;
  & > div {
    flex: 1;
    min-width: 0;
  }
  & p {
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
  & progress {
    width: 100%;
    height: 4px;
    margin-top: 0.3rem;
    accent-color: var(--a-primary);
  }
`;

export const body = css`
  display: flex;
  flex-direction: column;
  min-height: 0;
  border-top: 1px solid var(--a-border);
`;

export const settings = css`
  flex: none;
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 0.75rem;
  padding: 0.9rem 1.125rem 0.25rem;
  & > label:last-of-type {
    grid-column: 1 / -1;
  }
`;

export const dropZone = css`
  flex: none;
  margin: 0.25rem 1.125rem 0.9rem;
  padding: 0.9rem;
  border: 1.5px dashed var(--a-border-ctl);
  border-radius: var(--r-2);
  text-align: center;
  &[data-over] {
    border-color: var(--a-focus);
    background: var(--a-hover);
  }
  & button {
    min-height: var(--h-sm);
    color: var(--a-link);
    font-weight: 500;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  & small {
    display: block;
    font-size: 0.8125rem;
    color: var(--a-muted);
  }
`;

export const notice = css`
  flex: none;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem;
  padding: 0.6rem 1.125rem;
  border-top: 1px solid var(--a-border);
  background: var(--a-sunken);
  & p {
    flex: 1 1 12rem;
  }
`;

export const list = css`
  flex: 1 1 auto;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  border-top: 1px solid var(--a-border);
  & > p {
    padding: 0.6rem 1.125rem;
    color: var(--a-muted);
  }
`;

export const row = css`
  display: grid;
  grid-template-columns: 2.75rem minmax(0, 1fr) auto;
  align-items: center;
  gap: 0.75rem;
  padding: 0.5rem 0.5rem 0.5rem 1.125rem;
  border-bottom: 1px solid var(--a-border);
  & > span {
    width: 2.75rem;
    height: 2.75rem;
    display: grid;
    place-items: center;
    overflow: hidden;
    border-radius: 4px;
    background: var(--a-skel);
    color: var(--a-muted);
  }
  & > span img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & strong {
    display: block;
    font-weight: 500;
    ${oneLine}
  }
  & p {
    font-size: 0.8125rem;
    color: var(--a-muted);
    overflow-wrap: anywhere;
  }
  & p[data-bad] {
    color: var(--a-danger);
  }
  & a {
    color: var(--a-link);
    text-underline-offset: 0.2em;
  }
  & progress {
    width: 100%;
    height: 4px;
    accent-color: var(--a-primary);
  }
  & > div > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.4rem;
    margin-top: 0.35rem;
  }
`;
