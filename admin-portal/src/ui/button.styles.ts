import { css, type SerializedStyles } from '@emotion/react';

type Variant = 'line' | 'primary' | 'bad' | 'quiet-bad';
type Size = 'small' | 'medium' | 'large';

const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: var(--h);
  padding: 0.3rem 0.95rem;
  border: 1px solid var(--a-border-ctl);
  border-radius: var(--r-2);
  background: var(--a-surface);
  color: var(--a-fg);
  font-size: 0.875rem;
  font-weight: 500;
  line-height: 1.25;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition:
    background-color var(--t-1),
    border-color var(--t-1);
  &:hover {
    background: var(--a-hover);
  }
  &:active {
    background: var(--a-active);
  }
  & svg.lucide {
    width: 1rem;
    height: 1rem;
  }
  @media print {
    display: none;
  }
`;

const disabled = css`
  &:disabled,
  &[aria-disabled='true'] {
    cursor: default;
    background: var(--a-active);
    border-color: var(--a-active);
    color: var(--a-muted);
  }
`;

export const iconButton = css`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: var(--h);
  height: var(--h);
  border-radius: var(--r-2);
  color: var(--a-muted);
  transition:
    background-color var(--t-1),
    color var(--t-1);
  &:hover {
    background: var(--a-hover);
    color: var(--a-fg);
  }
  @media print {
    display: none;
  }
`;

export const iconButtonBad = css`
  &:hover {
    background: var(--a-danger-bg);
    color: var(--a-danger);
  }
`;

/** Text that is a link or a quiet button. */
export const textLink = css`
  display: inline-flex;
  align-items: center;
  gap: 0.4rem;
  min-height: 2.25rem;
  color: var(--a-link);
  font-size: 0.875rem;
  font-weight: 500;
  text-decoration: none;
  & svg.lucide {
    width: 1rem;
    height: 1rem;
  }
  &:hover {
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }
  @media (pointer: coarse), (max-width: 899px) {
    min-height: 2.75rem;
  }
`;

const variants: Record<Variant, ReturnType<typeof css> | null> = {
  line: null,
  primary: css`
    background: var(--a-primary);
    border-color: var(--a-primary);
    color: var(--a-on-primary);
    &:hover,
    &:active {
      background: var(--a-primary-hover);
      border-color: var(--a-primary-hover);
    }
  `,
  bad: css`
    background: #a3201d;
    border-color: #a3201d;
    color: #fff;
    &:hover {
      background: #8a1815;
    }
  `,
  'quiet-bad': css`
    color: var(--a-danger);
    &:hover {
      background: var(--a-danger-bg);
    }
  `,
};
const sizes: Record<Size, ReturnType<typeof css> | null> = {
  small: css`
    min-height: var(--h-sm);
    padding-inline: 0.75rem;
    font-size: 0.8125rem;
    border-color: var(--a-border);
  `,
  medium: null,
  large: css`
    min-height: 2.875rem;
    width: 100%;
    font-size: 0.9375rem;
  `,
};

export interface ButtonVariant {
  variant?: Variant;
  size?: Size;
}

/** Each combination is serialised once: lists have hundreds of buttons. */
const combinations = new Map<string, SerializedStyles>();

/** The styles of a button, for those that are not drawn by the components below. */
export function buttonStyles({ variant = 'line', size = 'medium' }: ButtonVariant): SerializedStyles {
  const key = `${variant} ${size}`;
  const styles = combinations.get(key) ?? css([base, sizes[size], variants[variant], disabled]);
  combinations.set(key, styles);
  return styles;
}
