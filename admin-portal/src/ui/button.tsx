import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react';
import { type ButtonVariant, buttonStyles, iconButton, iconButtonBad } from './button.styles';
import { Link } from './link';

interface BusyButton {
  ref?: Ref<HTMLButtonElement>;
  /** Ignores clicks, but keeps the focus, which `disabled` would lose. A form ignores the submit itself. */
  isBusy?: boolean;
}

export function Button({
  variant,
  size,
  type = 'button',
  isBusy = false,
  onClick,
  ...rest
}: ButtonVariant & ButtonHTMLAttributes<HTMLButtonElement> & BusyButton) {
  return (
    <button
      type={type}
      css={buttonStyles({ variant, size })}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      {...rest}
    />
  );
}

/** A link inside the site in the form of a button. */
export function ButtonLink({
  variant,
  size,
  ...rest
}: ButtonVariant & AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return <Link css={buttonStyles({ variant, size })} {...rest} />;
}

/** A link to somewhere the host does not route: a call, a chat, a download. */
export function ButtonAnchor({
  variant,
  size,
  children,
  ...rest
}: ButtonVariant & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a css={buttonStyles({ variant, size })} {...rest}>
      {children}
    </a>
  );
}

/** A square button with an icon alone; `aria-label` is its name. */
export function IconButton({
  isBad,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>;
  isBad?: boolean;
  'aria-label': string;
}) {
  return <button type="button" css={[iconButton, isBad && iconButtonBad]} {...rest} />;
}
