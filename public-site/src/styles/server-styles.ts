import type { HostApi } from '@godhuli/contracts/host';

/** Returns the value of `data-styles-of` on the style element that a release's server build writes into the head. */
export const stylesId = ({ name, version }: HostApi['release']): string => `${name} ${version}`;

/** Whether the server rendered this document with the styles of this release. True on the server itself. */
export function hasServerStyles(release: HostApi['release']): boolean {
  if (typeof document === 'undefined') return true;
  return [...document.querySelectorAll<HTMLStyleElement>('style[data-styles-of]')].some(
    (element) => element.dataset.stylesOf === stylesId(release),
  );
}
