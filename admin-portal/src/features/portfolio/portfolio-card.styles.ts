import { css } from '@emotion/react';
import { buttonStyles } from '../../ui/button.styles';
import { oneLine } from '../../ui/text.styles';
import { selectMark } from './selection-bar.styles';

const card = css`
  position: relative;
  contain: layout style;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  min-width: 0;
  &[data-drop]::before {
    content: '';
    position: absolute;
    top: 0;
    bottom: 0;
    width: 3px;
    border-radius: 2px;
    background: var(--a-mark);
  }
  &[data-drop='before']::before {
    left: -0.6875rem;
  }
  &[data-drop='after']::before {
    right: -0.6875rem;
  }
  &[data-dragging] {
    opacity: 0.4;
  }
`;
const photo = css`
  position: relative;
  aspect-ratio: 4/3;
  overflow: hidden;
  border-radius: var(--r-2);
  background: var(--a-skel);
`;
const labels = css`
  padding: 0.75rem 0 0.7rem;
  & h2 {
    font-size: 0.9375rem;
    ${oneLine}
  }
  & p {
    font-size: 0.8125rem;
    color: var(--a-muted);
    ${oneLine}
  }
`;
const actions = css`
  display: flex;
  gap: 0.5rem;
  & button {
    flex: 1;
  }
  @media (max-width: 639px) {
    flex-direction: column;
  }
`;
/**
 * The four small tools are in the corners of the photo, each with a touch target larger than its icon.
 * With a mouse they appear on hover and focus.
 */
const tool = css`
  position: absolute;
  isolation: isolate;
  display: inline-grid;
  place-items: center;
  width: var(--h);
  height: var(--h);
  color: #fff;
  transition: opacity var(--t-1);
  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: calc((var(--h) - 1.875rem) / 2);
    border-radius: var(--r-2);
    background: rgb(16 14 12 / 0.72);
  }
  &:hover::before {
    background: #100e0c;
  }
  &:focus-visible {
    outline: 2px solid #fff;
    outline-offset: -4px;
  }
  @media (hover: hover) and (pointer: fine) {
    [data-card]:not(:hover):not(:focus-within) &:not([aria-pressed='true']) {
      opacity: 0;
    }
  }
`;
const grip = css`
  top: 0;
  left: 0;
  cursor: grab;
  touch-action: none;
`;
const heroToggle = css`
  top: 0;
  right: 0;
  &[aria-pressed='true'] {
    grid-auto-flow: column;
    gap: 0.2rem;
    width: auto;
    padding-inline: 0.75rem;
    color: var(--gold-400);
    font-size: 0.75rem;
    font-weight: 600;
  }
`;

const icon = css`
  display: block;
  flex: none;
  width: 1rem;
  height: 1rem;
  overflow: visible;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

/**
 * The styles of a card, for emotion's ClassNames: the grid makes class names of it once, since each element with the
 * css prop costs React three components, and a card has sixteen.
 */
export const cardStyles = {
  card,
  photo,
  labels,
  actions,
  select: selectMark,
  grip: css([tool, grip]),
  hero: css([tool, heroToggle]),
  toStart: css([tool, { bottom: 0, left: 0 }]),
  toEnd: css([tool, { bottom: 0, right: 0 }]),
  edit: buttonStyles({ size: 'small' }),
  remove: buttonStyles({ size: 'small', variant: 'quiet-bad' }),
  icon,
  iconOfDots: css([icon, { strokeWidth: 2.75 }]),
  iconFilled: css([icon, { fill: 'currentColor' }]),
};
export type CardClasses = Record<keyof typeof cardStyles, string>;
