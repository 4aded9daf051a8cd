import type { ComposedRelease } from './releases.js';

/** The longest path of a file inside a release, in characters. */
export const LONGEST_RELEASE_PATH = 200;

/**
 * Whether the name of a release's file contains its content hash: under `assets/`, with at least 8 hexadecimal digits before
 * its extension. The gate ensures that all releases of a remote have the same content at such a path.
 */
export const isNamedByContent = (path: string): boolean =>
  path.length <= LONGEST_RELEASE_PATH &&
  /^assets\/([\w@-][\w@.-]*\/)*([\w@.-]*[.-])?[0-9a-f]{8,}\.[a-z0-9]+$/.test(path);

/**
 * Returns the URL of a release's file. A file named by its content has one URL for all releases of its remote,
 * `/remotes/public-site/assets/477.c28a8f152d52.js`; other files, and those of a development server, have one per release.
 * @param baseUrl of the release
 * @param path inside the release
 */
export function releaseFileUrl(baseUrl: string, path: string): string {
  const folder = baseUrl.startsWith('/') && isNamedByContent(path) ? baseUrl.replace(/[^/]+\/$/, '') : baseUrl;
  return folder + path;
}

/** Zones for staff; robots.txt excludes their mounts. Mounts in other zones are public. */
export const STAFF_ZONES: readonly string[] = ['staff', 'legacy'];

/** Zones whose documents may use the session of who is signed in (decision 051). */
export const SESSION_ZONES: readonly string[] = ['staff'];

/**
 * The zone of visitors. Each of its pages is a document of its own: a link to another page loads that document, so none of them
 * loads the router.
 */
export const PUBLIC_ZONE = 'public';

/**
 * The request header of a document that asks whether it is still current. Only the response to it may be shown again without asking
 * (decision 036).
 */
export const DOCUMENT_CHECK = 'x-document-check';

/** For how long a browser may show that document again without asking: the files of a replaced release stay for as long. */
export const DOCUMENT_MAX_AGE_SECONDS = 24 * 60 * 60;

/** Where the shell mounts a remote. Crossing between zones is a document navigation. */
export interface Mount {
  /** '/', '/admin'; without a trailing slash otherwise */
  path: string;
  remote: string;
  zone: string;
}

/** A release for a page: `files` contains only scripts, with their digests. */
export type PageRelease = Pick<
  ComposedRelease,
  'name' | 'version' | 'contract' | 'container' | 'entry' | 'remoteFiles' | 'routes' | 'baseUrl'
> & { files: Pick<ComposedRelease['files'][number], 'path' | 'integrity'>[] };

/** A script of the document. `integrity` is Subresource Integrity. */
export interface PageScript {
  src: string;
  integrity: string;
}

/** The shell's words beside a page that it shows, in one language. */
export interface ShellLabels {
  lang: string;
  /** the page is readable, and not yet interactive */
  partly: string;
  retry: string;
}

/**
 * The data of a document: `<script type="application/json" id="composition">` in its head, so that scripts are requested
 * before the document is complete, and `data`, the largest part, as `id="page-data"` at its end.
 */
export interface PageComposition {
  /** of the composition of this page; incremented by every change of a live release */
  generation: number;
  mount: Mount;
  /** the remotes of the page's zone, by name */
  remotes: Record<string, { live: PageRelease; previous: PageRelease | null }>;
  /** data of the server rendering, by API path */
  data: Record<string, unknown>;
  /** scripts of the shell and of the mounted remote, with its page script where the server has not rendered it; they run in any order */
  scripts: PageScript[];
  /** the release's script for its server markup; `scripts` then wait until React is needed (`HYDRATE_NEAR`) */
  pageScript?: PageScript;
  /** stylesheets that are not needed above the fold */
  styles: string[];
  /** the page's URL, if the document responds to a form that was posted to another URL */
  url?: string;
  /** whether scripts are deferred until the first image has loaded (only with server-rendered markup) */
  isDeferred: boolean;
  /** what the shell says, if the document has another language than English */
  labels?: ShellLabels;
  /** a preview of a staff member: failures are not reported, and no newer release is offered */
  preview?: boolean;
}

/** `GET /composition.json`: the current releases, for pages that have been open for a while. */
export interface CurrentComposition {
  generation: number;
  /** live version by remote */
  remotes: Record<string, string>;
}

/** `GET /status.json`: the status of the website for staff, without secrets. */
export interface SiteStatus {
  /** ISO 8601 timestamp since which pages show older data because the API fails; null while they show current data */
  staleSince: string | null;
}

const isBelow = (path: string, pathname: string) =>
  path === '/' || pathname === path || pathname.startsWith(`${path}/`);

/** Returns the mount of a path: the longest one that contains it, by whole segments. */
export function mountFor(pathname: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter((mount) => isBelow(mount.path, pathname))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** Returns a path relative to its mount: '/admin/dashboard' in '/admin' is '/dashboard'. */
export function pathInside(mount: Mount, pathname: string): string {
  if (mount.path === '/') return pathname;
  return pathname.slice(mount.path.length) || '/';
}
