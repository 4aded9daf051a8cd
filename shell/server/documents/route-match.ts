/** A release with this route shows its own page for paths that no other route names; the answer stays 404. */
const NOT_FOUND_ROUTE = '/**';

/** Whether a release shows its own 'not found' page at a path that is none of its pages. */
export const showsOwnNotFound = (routes: string[], path: string): boolean =>
  routes.includes(NOT_FOUND_ROUTE) && !path.includes('//');

/** Whether a release's route names a path below its mount; a last segment '*' matches anything below. */
function matchesRoute(route: string, path: string): boolean {
  const wanted = route.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.at(-1) === '*') {
    const fixed = wanted.slice(0, -1);
    return given.length >= fixed.length && fixed.every((segment, index) => segment === given[index]);
  }
  return wanted.length === given.length && wanted.every((segment, index) => segment === given[index]);
}

/** Whether a route names exactly this path, so that there are only as many of these as the release has routes. */
export const isFixedPage = (routes: string[], path: string): boolean =>
  matchesAnyRoute(
    routes.filter((route) => !route.split('/').includes('*')),
    path,
  );

/** Whether any of a release's routes names the path. One with an empty segment (`//`) is no page of ours. */
export function matchesAnyRoute(routes: string[], path: string): boolean {
  if (path.includes('//')) return false;
  return routes.some((route) => route !== NOT_FOUND_ROUTE && matchesRoute(route, path));
}
