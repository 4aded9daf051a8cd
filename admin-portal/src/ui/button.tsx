import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, Ref } from 'react';
import { type ButtonLook, buttonStyles, iconButton, iconButtonBad } from './button.styles';
import { Link } from './link';

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
