import { LogoMark } from '@godhuli/design-tokens/logo-mark';
import type { ReactElement } from 'react';

/** The studio's logo and name, linked to the website. */
export function Logo(): ReactElement {
  return (
    <a className="shell-logo" href="/">
      <LogoMark />
      <span>Godhuli</span>
    </a>
  );
}
