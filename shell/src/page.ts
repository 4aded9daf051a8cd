import type { PageComposition } from '@godhuli/contracts/page';

/** What the front door wrote into this document. Throws when the document does not come from a front door. */
export function readPage(document: Document): PageComposition {
  const element = document.getElementById('composition');
  if (!element?.textContent) throw new Error('this document holds no composition');
  return JSON.parse(element.textContent) as PageComposition;
}
