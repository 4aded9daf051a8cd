import { SESSION_ZONES } from '@godhuli/contracts/page';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { onceParsed } from './page';
import { loadFederatedModule } from './remote/federation';
import { shellRoutes } from './shell-routes';
import { showDocumentKey } from './show-document-key';
import { openDocument, startDocument } from './start-document';
import { Toasts } from './toast/toasts';

// Entry of documents with several pages and a router: the portals.
onceParsed(() => {
  const { page, container, shellRoot } = startDocument();
  if (SESSION_ZONES.includes(page.mount.zone)) showDocumentKey();
  const router = createBrowserRouter(shellRoutes({ page, load: loadFederatedModule, openDocument, container }));
  createRoot(shellRoot).render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
});
