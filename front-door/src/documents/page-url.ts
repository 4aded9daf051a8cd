import { type Mount, pathInside } from '@godhuli/contracts/page';
import type { ComposedRelease } from '@godhuli/contracts/releases';
import { type DataPaths, dataPathsOf, matchesRoute } from '@godhuli/contracts/route-data';

/** What a page is made from a URL's point of view. URLs that differ elsewhere get the same document. */
export interface PageUrl {
  /** path of the site without a trailing slash, and the query, as the release's server build gets them */
  url: string;
  /** the URL is none of the release's pages, and the release does not show a page of its own there either */
  isMissing: boolean;
  /** the URL is none of the release's pages; the release shows its own 'not found' page there */
  isUnknown: boolean;
  /** a route names exactly this path, and there is no query: visitors cannot make up more of these */
  isFixed: boolean;
  /** what the release reads for it */
  data: DataPaths;
}

/** A release with this route shows its own page for paths that no other route names; the status stays 404. */
const NOT_FOUND_ROUTE = '/**';
/** A longer query is no page of ours; it is not rendered from. */
const LONGEST_QUERY = 200;

/** @param live the release at `mount` */
export function pageUrl(
  mount: Mount,
  live: ComposedRelease,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): PageUrl {
  const path = pathInside(mount, pathname);
  const query = live.server ? knownQuery(live.queryParameters ?? [], search) : '';
  // A path with an empty segment is no page of ours.
  const matching = path.includes('//')
    ? []
    : live.routes.filter((route) => route !== NOT_FOUND_ROUTE && matchesRoute(route, path));
  const isUnknown = matching.length === 0;
  return {
    url: pathname.replace(/(?<=.)\/$/, '') + query,
    isMissing: isUnknown && (path.includes('//') || !live.routes.includes(NOT_FOUND_ROUTE)),
    isUnknown,
    isFixed: query === '' && matching.some((route) => !route.includes('*')),
    data: dataPathsOf(live, path),
  };
}

/** Returns the parameters of a query that a release reads, in the order in which the release names them. */
function knownQuery(names: readonly string[], search: string): string {
  if (names.length === 0 || search.length <= 1) return '';
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of names) for (const value of given.getAll(name)) known.append(name, value);
  const text = known.toString();
  return text === '' || text.length > LONGEST_QUERY ? '' : `?${text}`;
}
