import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { whenParsed } from './page';
import { loadFederatedModule } from './remote/federation';
import { shellRoutes } from './shell-routes';
import { openDocument, startDocument } from './start-document';
import { Toasts } from './toast/toasts';

// The shell of documents between whose pages a router moves: the portals.
whenParsed(() => {
  const { page, stage, shellRoot } = startDocument();
  const router = createBrowserRouter(shellRoutes({ page, load: loadFederatedModule, openDocument, stage }));
  createRoot(shellRoot).render(
    <>
      <RouterProvider router={router} />
      <Toasts />
    </>,
  );
});
