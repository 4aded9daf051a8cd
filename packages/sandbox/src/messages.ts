import type { RenderInput } from '@godhuli/contracts/host';

/** The first request of the program 'render': the server build's source. */
export interface LoadRequest {
  kind: 'load';
  /** path in the release, for messages */
  path: string;
  source: string;
}

/** Every later request of the program 'render'. */
export interface RenderRequest {
  kind: 'render';
  input: RenderInput;
}

/**
 * The only request of the program 'page': loads a release as a page does, and renders or mounts its pages. The response is whether
 * all of them are empty: they show no element and no text.
 */
export interface PageRequest {
  /** 'render': without effects; 'mount': by React with all effects; 'show': the same until one shows something, whatever fails */
  mode: 'render' | 'mount' | 'show';
  name: string;
  container: string;
  /** URLs of the scripts to load in this order, the container entry first */
  scripts: string[];
  /** every file that the page may request, by URL; null for files that are not scripts */
  files: Record<string, string | null>;
  /** versions of the host's shared modules, by name */
  modules: Readonly<Record<string, string>>;
  /** contract numbers that the host serves */
  contracts: readonly number[];
  basePath: string;
  /** each with its path below `basePath`, and JSON by API path */
  pages: { pathname: string; data: Record<string, unknown> }[];
}

/** The only request of the program 'scripts': reads the scripts for browsers without running them. */
export interface ScriptsRequest {
  /** path in the release, and source */
  scripts: { path: string; source: string }[];
  /** path of the script that must define the container */
  entry: string;
  /** global name of the container */
  container: string;
}

/** The response of the program 'scripts': sentences for the team. */
export interface ScriptProblems {
  syntax: string[];
  container: string[];
  secondReact: string[];
  noEval: string[];
}
