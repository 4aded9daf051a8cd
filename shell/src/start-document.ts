import type { PageComposition } from '@godhuli/contracts/page';
import type { OpenDocument } from './area/use-host';
import { readPage } from './page';
import { reportUncaughtErrors } from './remote/report';
import { reloadOnChange } from './updates/reload-on-change';

export const openDocument: OpenDocument = (address, options) =>
  options?.replace ? window.location.replace(address) : window.location.assign(address);

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this document has no #${id}`);
  return element;
}

/**
 * What every document begins with: its composition, and its two places. The shell's root stands beside the stage of the
 * remotes: nothing of ours shifts the ids of their server markup.
 */
export function startDocument(): { page: PageComposition; stage: HTMLElement; shellRoot: HTMLElement } {
  const page = readPage(document);
  const releases = Object.values(page.remotes).flatMap(({ live, previous }) => [live, ...(previous ? [previous] : [])]);
  if (!page.preview) reportUncaughtErrors(releases);
  if (page.reloadOnChange) reloadOnChange(page.generation);
  return { page, stage: elementById('root'), shellRoot: elementById('shell') };
}
