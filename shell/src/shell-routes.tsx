import type { Mount, PageComposition } from '@godhuli/contracts/page';
import { Outlet, type RouteObject } from 'react-router-dom';
import type { RemoteAreaProps } from './area/remote-area';
import { RoutedArea } from './area/routed-area';
import { MOUNTS } from './mounts';
import { RoutingError } from './pages/routing-error';

type Surroundings = Omit<RemoteAreaProps, 'mount' | 'useRouting' | 'styleProvider'>;

/** The mounts that this document may go to without a new one: those of its zone whose remotes it knows. */
function mountsOfPage(page: PageComposition): Mount[] {
  return MOUNTS.filter((mount) => mount.zone === page.mount.zone && page.remotes[mount.remote]);
}

/** One mount: its remote, on every page that the live release names. */
function routeOf(mount: Mount, surroundings: Surroundings): RouteObject {
  const routes = surroundings.page.remotes[mount.remote]?.live.routes ?? [];
  return {
    path: mount.path,
    element: <RoutedArea key={mount.remote} mount={mount} {...surroundings} />,
    children: routes.map((route): RouteObject => {
      // '/**': the remote shows its own page for a path that is none of its pages; the router's word for that is '*'.
      const path = route === '/**' ? '*' : route.replace(/^\//, '');
      return path === '' ? { index: true, element: null } : { path, element: null };
    }),
  };
}

/** The shell's route table. A path that no route names ends at the error page, like any error of the router (ROUTE-4). */
export function shellRoutes(surroundings: Surroundings): RouteObject[] {
  return [
    {
      element: <Outlet />,
      errorElement: <RoutingError />,
      children: mountsOfPage(surroundings.page).map((mount) => routeOf(mount, surroundings)),
    },
  ];
}
