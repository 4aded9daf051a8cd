import { type Mount, pathInside } from '@godhuli/contracts/page';
import type { ComposedRelease } from '@godhuli/contracts/releases';
import { isFixedPage, matchesAnyRoute } from './route-match.js';

/** The part of a URL that a page is made from. URLs that differ elsewhere get the same document. */
export interface PageAddress {
  /** path of the site without a trailing slash, and the query, as the release's server build gets them */
  address: string;
  /** the URL is none of the release's pages; the release shows its own 'not found' page there */
  isUnknown: boolean;
  /** there are only as many of these as the release has routes: visitors cannot make up more */
  isFixed: boolean;
}

/** A longer query is no page of ours; it is not rendered from. */
const LONGEST_QUERY = 200;

/** @param live the release at `mount` */
export function pageAddress(
  mount: Mount,
  live: ComposedRelease,
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
): PageAddress {
  const inside = pathInside(mount, pathname);
  const query = live.server ? knownQuery(live.queryParameters ?? [], search) : '';
  return {
    address: pathname.replace(/(?<=.)\/$/, '') + query,
    isUnknown: !matchesAnyRoute(live.routes, inside),
    isFixed: query === '' && isFixedPage(live.routes, inside),
  };
}

/** Those parameters of a query that a release reads, in the order in which the release names them. */
function knownQuery(names: readonly string[], search: string): string {
  if (names.length === 0 || search.length <= 1) return '';
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of names) for (const value of given.getAll(name)) known.append(name, value);
  const text = known.toString();
  return text === '' || text.length > LONGEST_QUERY ? '' : `?${text}`;
}
