import type { ComponentType } from 'react';

/** The contract number this package describes. A breaking change is a new number; a host may serve several. */
export const HOST_CONTRACT = 1;

/** One toast. `durationMs` is 5000 unless given (TOAST-1). */
export interface Toast {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  durationMs?: number;
}

/** The current location inside a remote. `pathname` is relative to `basePath` and begins with '/'. */
export interface RemoteLocation {
  pathname: string;
  /** '' or '?…' */
  search: string;
  /** '' or '#…' */
  hash: string;
}

/**
 * What leaves unsaved changes: another path (unless given), or any other URL, for a page whose query or hash names what it edits.
 * A remote that replaces its own query or hash (`navigate` with `replace`) never leaves them.
 */
export type UnsavedScope = 'path' | 'url';

/** The API of the host for a remote. Changes only by addition (contract 1). */
export interface HostApi {
  /** Where the shell mounted this remote: '/', '/admin', '/admin-old'. */
  basePath: string;
  /** Changes with every navigation inside the remote's area. */
  location: RemoteLocation;
  /** Goes to an absolute path of the site: soft inside the zone, a document navigation across zones. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Shows one toast; a newer one replaces it (TOAST-1, TOAST-2). */
  toast(toast: Toast): void;
  /**
   * While `question` is not null, leaving the page (link, back, reload, close) shows it first. A host older than `scope` ignores it.
   */
  setUnsavedChanges(question: string | null, options?: { scope?: UnsavedScope }): void;
  /** Data of the server rendering, by API path. The remote validates it with its own schemas. */
  initialData?: Readonly<Record<string, unknown>>;
  release: { name: string; version: string };
}

/** The export `remote` of `./remote`, the only module that a remote exposes. */
export interface RemoteModule {
  contract: typeof HOST_CONTRACT;
  name: string;
  App: ComponentType<{ host: HostApi }>;
}

declare global {
  /**
   * Digests (`sha384-…`) of every file of the releases in a page, by absolute URL. The host sets it before it loads a
   * container entry; a remote's chunk loader sets them as `integrity` of the scripts that it adds.
   */
  var studioIntegrity: Record<string, string> | undefined;
}

/**
 * The attribute of server-rendered elements that need React. Where the markup has any, and the release has a `pageScript`, the
 * host loads the page script once the first image is painted, and itself and the remote only when a visitor comes near one of
 * these elements or uses what it contains. Both run in a pause of the visitor. Without such elements, as in markup that lacks some
 * data, the whole page is hydrated once it is painted, beside the page script. A visitor never comes near a hidden element: a page that needs no React has one, and is hydrated only if its
 * page script fails.
 */
export const HYDRATE_NEAR = 'data-hydrate-near';
/**
 * Markup that a release may have after its first view. The host's script in the document is put into this element, so that the first
 * frame does not wait for it; without the element it is in the head. React must keep what it finds in it.
 */
export const FIRST_VIEW_END = '<div hidden="" data-first-view-end=""></div>';
/** The attribute that a page script sets on an element when it runs. Without it the host hydrates a rendered page at once. */
export const PAGE_SCRIPT_READY = 'data-interactive';

/** The version of `PostedForm` that this package describes. */
export const FORM_VERSION = 1;

/** A form that a browser without JavaScript posted, with the result. The release renders its page with both. */
export interface PostedForm {
  version: number;
  /** 'inquiry' */
  name: string;
  /** `invalid`: see `errors`. `refused`: another try does not help. `failed`: try again later. */
  status: 'ok' | 'invalid' | 'refused' | 'failed';
  /** Every field as it was posted, by name; empty after 'ok'. */
  values: Readonly<Record<string, string>>;
  /** The API's message for each invalid field, by name. */
  errors: Readonly<Record<string, string>>;
  /** What the visitor can do instead, from the API. */
  message?: string;
  /** The API's response to a form that was received. */
  receipt?: unknown;
  /** Sent back in a hidden field of this name, so that a repeated post is stored once. */
  idempotencyKey: string;
}

/** The input of `render`, which a release's optional Node build (`server.cjs`) exports. */
export interface RenderInput {
  /** Path and query of the page, e.g. `/?type=wedding`. Of the query only the release's `queryParameters`. */
  url: string;
  /**
   * The declared data of the page (`serverData` or `routeData`), by API path. A path that failed is absent. A path with a segment
   * of the URL is null if the API has nothing there; then `url` ends with '*' instead of that segment, because all such URLs
   * get the same document.
   */
  data: Readonly<Record<string, unknown>>;
  basePath: string;
  release: { name: string; version: string };
  /** the origin of the request, `https://studio.example`, for absolute URLs (canonical, Open Graph); they are relative without it */
  origin?: string;
  /** Only in the response to a posted form. */
  form?: PostedForm;
  /** Only for the studio's editor: elements get `data-edit` with the field that they show, 'entity:id:field'. */
  preview?: true;
}
export interface RenderOutput {
  /** Markup for the remote's root element. */
  html: string;
  /** Elements for the document's head: title, meta, style, link, JSON-LD. Scripts are refused. */
  head: string;
  /** Data for hydration in the browser (becomes `host.initialData`). */
  data: Readonly<Record<string, unknown>>;
  /** The language of the page (BCP 47); 'en-IN' unless given. */
  lang?: string;
  /** The page says that there is nothing at this URL. Ignored where a route names exactly this page. */
  status?: 404 | undefined;
  /** The version of `form` that the page shows. Without it, the front door shows a page of its own instead. */
  formVersion?: number;
}
export type Render = (input: RenderInput) => RenderOutput | Promise<RenderOutput>;

/**
 * State of a history entry whose URL names a view above the page, which stays the page of its document. `of` is the
 * `performance.timeOrigin` of that document, so that the same entry after a reload names a page again.
 */
export interface CoveredState {
  /** URL of the page below */
  under: string;
  of: number;
}

/** Returns the URL of the page that the document shows, also while a view above it has a URL of its own. */
export function pageUrl(): string {
  const state = history.state as Partial<CoveredState> | null;
  return state?.of === performance.timeOrigin && state.under ? state.under : location.href;
}
