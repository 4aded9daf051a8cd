import { logoUrl } from '@godhuli/contracts/media-url';
import { LogoMark } from '@godhuli/design-tokens/logo-mark';
import type { Studio } from '../data/studio';

/** The studio's logo for dark backgrounds, in a box of fixed size; or the mark and the name. */
export function Logo({ studio: { brand, logo } }: { studio: Pick<Studio, 'brand' | 'logo'> }) {
  const id = logo.onDark || logo.onLight;
  if (id) return <img className="logo__image" src={logoUrl({ id })} alt={logo.alt || brand} width={160} height={40} />;
  return (
    <>
      <LogoMark className="logo__mark" />
      <span>{brand}</span>
    </>
  );
}
