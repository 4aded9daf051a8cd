import { LogoMark } from '@godhuli/design-tokens/logo-mark';

/** The studio's logo and name. */
export function Logo({ brand }: { brand: string }) {
  return (
    <>
      <LogoMark className="logo__mark" />
      <span>{brand}</span>
    </>
  );
}
