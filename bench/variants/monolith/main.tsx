/** The monolith: the components of the public site in one React program, with a router and the same toast area. */
import type { HostApi } from '@godhuli/contracts/host';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom';
import { App } from '../../../public-site/src/app';
import { toast } from '../../../shell/src/toast/toast-store';
import { Toasts } from '../../../shell/src/toast/toasts';

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
  return <App host={host} />;
}

const router = createBrowserRouter([{ path: '/', element: <Site /> }]);
createRoot(document.getElementById('root') as HTMLElement).render(
  <>
    <RouterProvider router={router} />
    <Toasts />
  </>,
);
