import type { ComposedRelease } from './releases.js';

/** A file's path inside a release has at most so many characters. */
export const LONGEST_RELEASE_PATH = 200;

/**
 * Whether a file of a release is named by its content: under `assets/`, with at least 8 hexadecimal digits before its
 * ending. All releases of a remote have the same bytes under such a path (the gate holds that).
 */
export const isNamedByContent = (path: string): boolean =>
  path.length <= LONGEST_RELEASE_PATH &&
  /^assets\/([\w@-][\w@.-]*\/)*([\w@.-]*[.-])?[0-9a-f]{8,}\.[a-z0-9]+$/.test(path);

/**
 * The address that a page asks for a file of a release. What is named by content has one for all releases of its remote,
 * `/remotes/public-site/assets/477.c28a8f152d52.js`; everything else lies at the release's own, and so does what a
 * development server gives out.
 * @param baseUrl of the release
 * @param path inside the release
 */
export function addressOfFile(baseUrl: string, path: string): string {
  const folder = baseUrl.startsWith('/') && isNamedByContent(path) ? baseUrl.replace(/[^/]+\/$/, '') : baseUrl;
  return folder + path;
}

/** Zones for staff alone; crawlers are asked to stay away from their mounts. A mount in any other zone is public. */
export const STAFF_ZONES: readonly string[] = ['staff', 'legacy'];

/** Where the shell mounts a remote. Crossing between zones is a document navigation. */
export interface Mount {
  /** '/', '/admin'; without a trailing slash otherwise */
  path: string;
  remote: string;
  zone: string;
}

/** A release as a page needs it: `files` holds the scripts alone, with their digests. */
export type PageRelease = Pick<
  ComposedRelease,
  'name' | 'version' | 'contract' | 'container' | 'entry' | 'remoteFiles' | 'routes' | 'baseUrl'
> & { files: Pick<ComposedRelease['files'][number], 'path' | 'integrity'>[] };

/** A script that the document asks for. `integrity` is Subresource Integrity. */
export interface PageScript {
  src: string;
  integrity: string;
}

/**
 * What the front door writes into a document: `<script type="application/json" id="composition">` in its head, so that
 * scripts are asked for before the whole document is there, and `data`, the largest part, as `id="page-data"` at its end.
 */
export interface PageComposition {
  /** of the composition that this page was made from; grows with every change of a live release */
  generation: number;
  mount: Mount;
  /** the remotes of the page's zone, by name */
  remotes: Record<string, { live: PageRelease; previous: PageRelease | null }>;
  /** what the server rendered from, by API path */
  data: Record<string, unknown>;
  /** scripts to insert, unordered: the shell's, then those of the mounted remote */
  scripts: PageScript[];
  /** stylesheets that nothing above the fold waits for */
  styles: string[];
  /** whether scripts wait for the first photograph (the page holds the server's markup) */
  late: boolean;
  /** a preview of one staff member: nothing that fails here is reported, and no newer release is offered */
  preview?: boolean;
  /** development: the page loads itself anew when the composition changes */
  reloadOnChange?: boolean;
}

/** Development alone: server-sent events whose data is the generation of the composition. */
export const DEVELOPMENT_EVENTS = '/development/events';

/** `GET /composition.json`: what is live now, for tabs that have been open for a while. */
export interface CurrentComposition {
  generation: number;
  /** live version by remote */
  remotes: Record<string, string>;
}

/** `GET /status.json`: how the website is, for staff; it names nothing that a visitor could not see. */
export interface SiteStatus {
  /** ISO 8601; since when pages show older data because the API fails, null while they show current data */
  staleSince: string | null;
}

const isBelow = (path: string, pathname: string) =>
  path === '/' || pathname === path || pathname.startsWith(`${path}/`);

/** The mount that a path of the site belongs to: the longest one that holds it, by whole segments. */
export function mountFor(pathname: string, mounts: readonly Mount[]): Mount | undefined {
  return mounts
    .filter((mount) => isBelow(mount.path, pathname))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

/** A path of the site as the remote sees it: '/admin/dashboard' under '/admin' is '/dashboard'. */
export function pathInside(mount: Mount, pathname: string): string {
  if (mount.path === '/') return pathname;
  return pathname.slice(mount.path.length) || '/';
}
