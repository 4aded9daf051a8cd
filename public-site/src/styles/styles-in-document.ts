import type { HostApi } from '@godhuli/contracts/host';

/** What the style element of a release is called, in `data-styles-of`. */
export const stylesNameOf = ({ name, version }: HostApi['release']): string => `${name} ${version}`;

/** Whether the document's head holds the styles of this very release: then the server has rendered the page. */
export function hasStylesOf(release: HostApi['release']): boolean {
  if (typeof document === 'undefined') return true;
  return [...document.querySelectorAll<HTMLStyleElement>('style[data-styles-of]')].some(
    (element) => element.dataset.stylesOf === stylesNameOf(release),
  );
}
