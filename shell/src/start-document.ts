import type { PageComposition } from '@godhuli/contracts/page';
import type { OpenDocument } from './area/use-host';
import { readPage } from './page';
import { reportPageScript, reportUncaughtErrors } from './remote/report';

export const openDocument: OpenDocument = (url, options) =>
  options?.replace ? window.location.replace(url) : window.location.assign(url);

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this document has no #${id}`);
  return element;
}

/**
 * Returns the composition of the document and its two roots. The shell's root is next to the container of the remotes, so
 * that it does not change the ids in their server markup.
 */
export function startDocument(): { page: PageComposition; container: HTMLElement; shellRoot: HTMLElement } {
  const page = readPage(document);
  const releases = Object.values(page.remotes).flatMap(({ live, previous }) => [live, ...(previous ? [previous] : [])]);
  if (!page.preview) {
    reportUncaughtErrors(releases);
    reportPageScript(page);
  }
  return { page, container: elementById('root'), shellRoot: elementById('shell') };
}
