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

/** Where the remote stands: `pathname` is relative to `basePath` and begins with '/'. */
export interface RemoteLocation {
  pathname: string;
  /** '' or '?…' */
  search: string;
  /** '' or '#…' */
  hash: string;
}

/** What the shell gives a remote. Grows by addition only (contract 1). */
export interface HostApi {
  /** Where the shell mounted this remote: '/', '/admin', '/admin-old'. */
  basePath: string;
  /** Changes with every navigation inside the remote's area. */
  location: RemoteLocation;
  /** Goes to an absolute path of the site: soft inside the zone, a document navigation across zones. */
  navigate(to: string, options?: { replace?: boolean }): void;
  /** Shows one toast; a newer one replaces it (TOAST-1, TOAST-2). */
  toast(toast: Toast): void;
  /** While `question` is not null, leaving (link, back, reload, close) asks it first. */
  setUnsavedChanges(question: string | null): void;
  /** What the server rendered from, by API path; to be checked by the remote's own schema. */
  initialData?: Readonly<Record<string, unknown>>;
  release: { name: string; version: string };
}

/** What a remote's only exposed module, `./remote`, exports as `remote`. */
export interface RemoteModule {
  contract: typeof HOST_CONTRACT;
  name: string;
  App: ComponentType<{ host: HostApi }>;
}

declare global {
  /**
   * Digests (`sha384-…`) of every file of the releases in a page, by absolute address. The host lays them here
   * before it loads an entry; a remote's own chunk loader sets them on the scripts that it adds.
   */
  var studioIntegrity: Record<string, string> | undefined;
}

/** What a release's optional Node build (`server.cjs`) exports as `render`. */
export interface RenderInput {
  /** Path and query of the page, e.g. `/?type=wedding`. Of the query only the release's `queryParameters`. */
  url: string;
  /** The release's declared `serverData`, by API path. A path that failed is absent. */
  data: Readonly<Record<string, unknown>>;
  basePath: string;
  release: { name: string; version: string };
  /** `https://studio.example` as the visitor reached it, for addresses that must be absolute (canonical, Open Graph). Relative without it. */
  origin?: string;
}
export interface RenderOutput {
  /** Markup for the remote's root element. */
  html: string;
  /** Elements for the document's head: title, meta, style, link, JSON-LD. Scripts are refused. */
  head: string;
  /** What the browser hydrates from (becomes `host.initialData`). */
  data: Readonly<Record<string, unknown>>;
}
export type Render = (input: RenderInput) => RenderOutput | Promise<RenderOutput>;
