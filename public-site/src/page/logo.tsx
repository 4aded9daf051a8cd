import { LogoMark } from '@godhuli/design-tokens/logo-mark';
import type { ReactElement } from 'react';

/** The studio's logo and name. */
export function Logo({ brand }: { brand: string }): ReactElement {
  return (
    <>
      <LogoMark className="logo__mark" />
      <span>{brand}</span>
    </>
  );
}
