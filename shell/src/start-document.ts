import type { PageComposition } from '@godhuli/contracts/page';
import type { OpenDocument } from './area/use-host';
import { type Composition, elementById, readJson } from './page';
import { reportPageScript, reportUncaughtErrors } from './remote/report';

export const openDocument: OpenDocument = (url, options) =>
  options?.replace ? window.location.replace(url) : window.location.assign(url);

/**
 * Returns the composition of the document and its two roots. The shell's root is next to the container of the remotes, so
 * that it does not change the ids in their server markup.
 */
export function startDocument(): { page: PageComposition; container: HTMLElement; shellRoot: HTMLElement } {
  const composition = readJson('composition') as Composition;
  const { remotes, preview } = composition;
  // First of all: what follows fails if the markup of a release has taken one of these elements.
  if (!preview) {
    reportUncaughtErrors(Object.values(remotes).flatMap(({ live, previous }) => (previous ? [live, previous] : live)));
    reportPageScript(composition);
  }
  const page = { ...composition, data: readJson('page-data') as PageComposition['data'] };
  return { page, container: elementById('root'), shellRoot: elementById('shell') };
}
