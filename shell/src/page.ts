import type { PageComposition } from '@godhuli/contracts/page';

function readJson(document: Document, id: string): unknown {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new Error(`this document has no #${id}`);
  return JSON.parse(element.textContent);
}

/** Returns what the front door wrote into this document. @throws Error when the document does not come from a front door */
export function readPage(document: Document): PageComposition {
  const composition = readJson(document, 'composition') as Omit<PageComposition, 'data'>;
  return { ...composition, data: readJson(document, 'page-data') as PageComposition['data'] };
}

/** Runs `start` once the whole document is parsed: async scripts may run before that. */
export function onceParsed(start: () => void): void {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
  else start();
}
