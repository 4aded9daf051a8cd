import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { onceParsed } from './page';
import { loadFederatedModule } from './remote/federation';
import { shellRoutes } from './shell-routes';
import { openDocument, startDocument } from './start-document';
import { Toasts } from './toast/toasts';

// Entry of documents with several pages and a router: the portals.
onceParsed(() => {
  const { page, container, shellRoot } = startDocument();
  const router = createBrowserRouter(shellRoutes({ page, load: loadFederatedModule, openDocument, container }));
  createRoot(shellRoot).render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
});
