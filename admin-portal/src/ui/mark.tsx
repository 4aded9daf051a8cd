import { LogoMark } from '@godhuli/design-tokens/logo-mark';

/** The studio's logo in the colours of the portal. */
export function Mark({ size }: { size: string }) {
  return <LogoMark sun="var(--a-mark)" css={{ width: size, height: size, flex: 'none' }} />;
}
