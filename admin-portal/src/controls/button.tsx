import { css, type SerializedStyles } from '@emotion/react';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, Ref } from 'react';
import { Link } from '../host/link';

type Look = 'line' | 'primary' | 'bad' | 'quiet-bad';
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
const looks: Record<Look, ReturnType<typeof css> | null> = {
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

interface ButtonLook {
  look?: Look;
  size?: Size;
}

/** Each combination is serialised once: lists have hundreds of buttons. */
const combinations = new Map<string, SerializedStyles>();

/** What a button looks like, for those that are not drawn by the components below. */
export function buttonStyles({ look = 'line', size = 'medium' }: ButtonLook): SerializedStyles {
  const key = `${look} ${size}`;
  const styles = combinations.get(key) ?? css([base, sizes[size], looks[look], disabled]);
  combinations.set(key, styles);
  return styles;
}

interface BusyButton {
  ref?: Ref<HTMLButtonElement>;
  /** Ignores clicks, but keeps the focus, which `disabled` would lose. A form ignores the submit itself. */
  isBusy?: boolean;
}

export function Button({
  look,
  size,
  type = 'button',
  isBusy = false,
  onClick,
  ...rest
}: ButtonLook & ButtonHTMLAttributes<HTMLButtonElement> & BusyButton): ReactElement {
  return (
    <button
      type={type}
      css={buttonStyles({ look, size })}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    />
  );
}

/** A link inside the site that looks like a button. */
export function ButtonLink({
  look,
  size,
  ...rest
}: ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }): ReactElement {
  return <Link css={buttonStyles({ look, size })} {...rest} />;
}

/** A link to somewhere the host does not route: a call, a chat, a download. */
export function ButtonAnchor({
  look,
  size,
  children,
  ...rest
}: ButtonLook & AnchorHTMLAttributes<HTMLAnchorElement>): ReactElement {
  return (
    <a css={buttonStyles({ look, size })} {...rest}>
      {children}
    </a>
  );
}

const iconButton = css`
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
`;
const iconButtonBad = css`
  &:hover {
    background: var(--a-danger-bg);
    color: var(--a-danger);
  }
`;

/** A square button with an icon alone; `aria-label` is its name. */
export function IconButton({
  isBad,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>;
  isBad?: boolean;
  'aria-label': string;
}): ReactElement {
  return <button type="button" css={[iconButton, isBad && iconButtonBad]} {...rest} />;
}

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
