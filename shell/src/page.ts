import type { PageComposition } from '@godhuli/contracts/page';

/** What the document says about its releases. */
export type Composition = Omit<PageComposition, 'data'>;

/** Returns an element of the host. @throws Error when the document does not have it */
export function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this document has no #${id}`);
  return element;
}

/** Returns what the front door wrote into an element. @throws Error when the document does not come from a front door */
export const readJson = (id: 'composition' | 'page-data'): unknown => JSON.parse(elementById(id).textContent ?? '');

/** Runs `start` once the whole document is parsed: async scripts may run before that. */
export function onceParsed(start: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}
