/** Federation as in the tutorials: router and toasts in the host, the site as a lazy remote by its manifest. */
import type { HostApi } from '@godhuli/contracts/host';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom';
import { toast } from '../../../shell/src/toast/toast-store';
import { Toasts } from '../../../shell/src/toast/toasts';

const PublicSite = lazy(async () => {
  const { remote } = await import('public_site/remote');
  return { default: remote.App };
});

function Site() {
  const { pathname, search, hash } = useLocation();
  const host: HostApi = {
    basePath: '/',
    location: { pathname, search, hash },
    navigate: (to) => void router.navigate(to),
    toast,
    setUnsavedChanges: () => undefined,
    release: { name: 'public-site', version: '0.0.0-000000000000' },
  };
  return (
    <Suspense fallback={<p>Loading...</p>}>
      <PublicSite host={host} />
    </Suspense>
  );
}

const router = createBrowserRouter([{ path: '/', element: <Site /> }]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
);
