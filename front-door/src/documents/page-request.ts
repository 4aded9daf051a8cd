import type { PostedForm, RenderOutput } from '@godhuli/contracts/host';
import type { Mount } from '@godhuli/contracts/page';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';
import type { DataOfPage, PageDataSource } from './page-data.js';
import { type PageUrl, pageUrl } from './page-url.js';

/** A page at a URL, with its data. */
interface OpenedPage {
  composition: Composition;
  live: ComposedRelease;
  mount: Mount;
  page: PageUrl;
  data: DataOfPage;
}

/** What a document is made from. */
export interface PageRequest extends OpenedPage {
  origin: string;
  /** see `RenderPool.render` */
  lane: string | null;
  form?: PostedForm;
  /** the markup names the fields that it shows */
  hasEditMarks?: boolean;
}

/**
 * Finds the page at a URL and reads its data. All paths for which the API has nothing are one page.
 * @throws Error when no release of the remote is live
 */
export async function openPage(
  pageData: PageDataSource,
  composition: Composition | null,
  mount: Mount,
  url: Pick<URL, 'pathname' | 'search'>,
): Promise<OpenedPage> {
  const live = composition?.remotes[mount.remote]?.live;
  if (!composition || !live) throw new Error(`${mount.remote} is not published`);
  const given = pageUrl(mount, live, url);
  const data = await readPage(pageData, live, given);
  const page = data.isNotFound ? notFoundPage(mount, given) : given;
  return { composition, live, mount, page, data };
}

/** Without a server build the browser reads what belongs to the segment of the URL. */
export const readPage = (pageData: PageDataSource, { server }: ComposedRelease, { data }: PageUrl) =>
  pageData.readPage(server ? data : { ...data, ofSegment: [] });

/** Returns a page that a route of the release names exactly, else the first page of the mount. */
export function fixedPage(mount: Mount, live: ComposedRelease, path = mount.path): PageUrl {
  const first = { pathname: mount.path, search: '' };
  const page = pageUrl(mount, live, path.startsWith('/') ? { pathname: path, search: '' } : first);
  return page.isFixed ? page : pageUrl(mount, live, first);
}

/** Returns the status of a page that the browser renders; undefined if its data was read. */
export function statusWithoutRender({ isNotFound, hasFailed }: DataOfPage): 404 | 503 | undefined {
  if (hasFailed) return 503;
  return isNotFound ? 404 : undefined;
}

/** Whether a release says with status 404 that a page does not exist, though one of its routes names exactly this page. */
export const hasWrongStatus = ({ page, data }: Pick<OpenedPage, 'page' | 'data'>, rendered: RenderOutput): boolean =>
  rendered.status === 404 && page.isFixed && !data.isNotFound;

/** Returns the page of all URLs of a route for which the API has nothing. */
const notFoundPage = (mount: Mount, page: PageUrl): PageUrl => ({
  ...page,
  url: mount.path === '/' ? page.data.route : mount.path + page.data.route,
});
