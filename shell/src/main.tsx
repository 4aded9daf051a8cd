import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import type { OpenDocument } from './area/use-host';
import { readPage } from './page';
import { loadFederatedModule } from './remote/federation';
import { reportUncaughtErrors } from './remote/report';
import { shellRoutes } from './shell-routes';
import { Toasts } from './toast/toasts';
import { reloadOnChange } from './updates/reload-on-change';

const openDocument: OpenDocument = (address, options) =>
  options?.replace ? window.location.replace(address) : window.location.assign(address);

function elementById(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`this document has no #${id}`);
  return element;
}

const page = readPage(document);
const releases = Object.values(page.remotes).flatMap(({ live, previous }) => [live, ...(previous ? [previous] : [])]);
if (!page.preview) reportUncaughtErrors(releases);
if (page.reloadOnChange) reloadOnChange(page.generation);

// The shell's root stands beside the stage of the remotes: nothing of ours shifts the ids of their server markup.
const router = createBrowserRouter(
  shellRoutes({ page, load: loadFederatedModule, openDocument, stage: elementById('root') }),
);
createRoot(elementById('shell')).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
);
