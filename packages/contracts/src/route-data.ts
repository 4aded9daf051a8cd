import { pathSegmentSchema, type ReleaseManifest, ROUTE_PARAMETER } from './releases.js';

/** Returns whether a route names a path below its mount; a last segment '*' matches anything below. */
export function matchesRoute(route: string, path: string): boolean {
  const wanted = route.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.at(-1) === '*') {
    const fixed = wanted.slice(0, -1);
    return given.length >= fixed.length && fixed.every((segment, index) => segment === given[index]);
  }
  return wanted.length === given.length && wanted.every((segment, index) => segment === given[index]);
}

/** Which API paths a page is made from. */
export interface DataPaths {
  /** the entry of `routeData` that applies; '' for `serverData` */
  route: string;
  /** the same for all URLs of the route */
  fixed: readonly string[];
  /** those with `{1}` in place of the segment */
  ofSegment: readonly string[];
  /** the segment of the URL for '*'; null if no API path may contain it */
  segment: string | null;
}

type DeclaredData = Pick<ReleaseManifest, 'serverData' | 'routeData'>;

/** Returns the API paths that a release declares for a page. @param path below its mount */
export function dataPathsOf({ serverData, routeData = [] }: DeclaredData, path: string): DataPaths {
  const entry = routeData.find(({ route }) => matchesRoute(route, path));
  if (!entry) return { route: '', fixed: serverData, ofSegment: [], segment: null };
  const below = path
    .split('/')
    .filter(Boolean)
    .slice(entry.route.split('/').filter(Boolean).length - 1);
  const [segment = ''] = below.length === 1 ? below : [];
  return {
    route: entry.route,
    fixed: entry.serverData.filter((each) => !each.includes(ROUTE_PARAMETER)),
    ofSegment: entry.serverData.filter((each) => each.includes(ROUTE_PARAMETER)),
    segment: pathSegmentSchema.safeParse(segment).success ? segment : null,
  };
}

/** Returns every API path that a release reads for any URL. */
export const fixedDataPaths = ({ serverData, routeData = [] }: DeclaredData): string[] =>
  [...new Set([serverData, ...routeData.map((entry) => entry.serverData)].flat())].filter(
    (path) => !path.includes(ROUTE_PARAMETER),
  );

/** Puts a segment into a declared path. @param segment '*' stands for every segment for which the API has nothing */
export const withSegment = (path: string, segment: string): string => path.replaceAll(ROUTE_PARAMETER, segment);
