import { MOUNTS } from '@godhuli/contracts/mounts';
import type { Mount, PageComposition } from '@godhuli/contracts/page';
import { isRouteErrorResponse, Outlet, type RouteObject, useRouteError } from 'react-router-dom';
import type { RemoteAreaProps } from './area/remote-area';
import { RoutedArea } from './area/routed-area';
import { ErrorPage, NotFoundPage } from './pages/error-pages';

type AreaProps = Omit<RemoteAreaProps, 'mount' | 'useRouting' | 'styleProvider'>;

/** Returns the mounts that this document can show: those of its zone whose remotes it knows. */
function mountsOfPage(page: PageComposition): Mount[] {
  return MOUNTS.filter((mount) => mount.zone === page.mount.zone && page.remotes[mount.remote]);
}

/** Returns the route of one mount: its remote, on every route of the live release. */
function routeOf(mount: Mount, areaProps: AreaProps): RouteObject {
  // The gate refuses optional segments today. An older release may have them: each doubles the paths that the router compares.
  const routes = areaProps.page.remotes[mount.remote]?.live.routes.filter((route) => !route.includes('?')) ?? [];
  return {
    path: mount.path,
    element: <RoutedArea key={mount.remote} mount={mount} {...areaProps} />,
    children: routes.map((route): RouteObject => {
      // '/**': the remote has its own not-found page; the router's pattern for that is '*'.
      // With a slash at its beginning, a path is absolute: outside of its mount the router throws.
      const path = route === '/**' ? '*' : route.replace(/^\/+/, '');
      return path === '' ? { index: true, element: null } : { path, element: null };
    }),
  };
}

/** The router's page for an unknown path and for any other routing error (ROUTE-4). */
function RoutingError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <ErrorPage />;
}

/** Returns the shell's route table. A path without a route shows the error page, like any routing error (ROUTE-4). */
export function shellRoutes(areaProps: AreaProps): RouteObject[] {
  return [
    {
      element: <Outlet />,
      errorElement: <RoutingError />,
      children: mountsOfPage(areaProps.page).map((mount) => routeOf(mount, areaProps)),
    },
  ];
}
