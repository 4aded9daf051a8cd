import { css } from '@emotion/react';
import { oneLine } from '../../ui/text.styles';

export const strip = css`
  flex: none;
  display: flex;
  gap: 0.5rem;
  overflow-x: auto;
  padding: 0.75rem 1.75rem;
  border-bottom: 1px solid var(--a-border);
  background: var(--a-sunken);
  & > li {
    flex: none;
    display: flex;
    align-items: center;
    border: 1px solid var(--a-border);
    border-radius: var(--r-2);
    background: var(--a-surface);
  }
  & > li[data-current] {
    border-color: var(--a-focus);
    box-shadow: inset 0 0 0 1px var(--a-focus);
  }
  @media (max-width: 639px) {
    padding-inline: 1.25rem;
  }
`;

export const choice = css`
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 2.75rem;
  padding: 0.25rem 0 0.25rem 0.35rem;
  text-align: left;
  font-size: 0.8125rem;
  line-height: 1.3;
  & > span:first-of-type {
    width: 2.25rem;
    height: 2.25rem;
    flex: none;
    overflow: hidden;
    display: grid;
    place-items: center;
    border-radius: 4px;
    background: var(--a-skel);
    color: var(--a-danger);
  }
  & > span:last-of-type {
    max-width: 9rem;
  }
  & strong,
  & small {
    display: block;
    ${oneLine}
  }
  & strong {
    font-weight: 500;
  }
  & small {
    font-size: 0.75rem;
    color: var(--a-muted);
  }
  & small[data-bad] {
    color: var(--a-danger);
  }
`;
