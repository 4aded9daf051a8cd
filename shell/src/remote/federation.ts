import { type PageRelease, releaseFileUrl } from '@godhuli/contracts/page';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { yieldToMain } from '../yield-to-main';
import { insertScript, uncachedUrl } from './insert-script';
import type { LoadModule, LoadRequest } from './load-remote';

declare global {
  interface Window {
    /** Digests by URL: a remote's runtime sets them on the scripts of its lazy chunks. */
    studioIntegrity?: Record<string, string>;
  }
}

/** A webpack container; its entry defines it as a global variable. */
interface Container {
  init(shareScope: unknown): Promise<void> | void;
  get(module: string): Promise<() => unknown>;
}

/** Running requests, by the remote's name in the federation runtime. */
const requests = new Map<string, LoadRequest>();

const digestOf = (release: PageRelease, path: string) => release.files.find((file) => file.path === path)?.integrity;

/** URLs of scripts that are loading. */
const loading = new Set<string>();

/**
 * Runs a script of a release. When another release is loading the same file from the URL that both share, that request may
 * hang, so the file is loaded from this release's own URL.
 */
async function fetchScript({ release, attempt }: LoadRequest, path: string): Promise<void> {
  const sharedUrl = uncachedUrl(releaseFileUrl(release.baseUrl, path), attempt);
  const url = loading.has(sharedUrl) ? release.baseUrl + path : sharedUrl;
  loading.add(url);
  try {
    await insertScript(url, digestOf(release, path));
  } finally {
    loading.delete(url);
  }
}

/**
 * Loads the container entry instead of the federation runtime: with integrity, in parallel with the chunks that `./remote`
 * needs, and without the runtime's wait for a script that has already run (it looks only for an element with the same URL).
 */
async function fetchContainer(request: LoadRequest): Promise<Container> {
  const { release } = request;
  window.studioIntegrity ??= {};
  // A remote with its own build setup may load its files relative to its container entry.
  for (const { path, integrity } of release.files)
    for (const url of [release.baseUrl + path, releaseFileUrl(release.baseUrl, path)])
      window.studioIntegrity[new URL(url, location.href).href] = integrity;
  await Promise.all([release.entry, ...release.remoteFiles].map((path) => fetchScript(request, path)));
  // The scripts may be cached: without this, all of loading would be one long task.
  await yieldToMain();
  const container = (window as unknown as Record<string, Container | undefined>)[release.container];
  if (!container) throw new Error(`${release.entry} did not define the container ${release.container}`);
  return container;
}

/** Reports the progress of the federation runtime to each request. */
const stepsPlugin: ModuleFederationRuntimePlugin = {
  name: 'steps',
  async loadEntry({ remoteInfo }) {
    const request = requests.get(remoteInfo.name);
    return request && (fetchContainer(request) as never);
  },
  async beforeInitContainer(args) {
    requests.get(args.remoteInfo.name)?.onStep('init');
    return args;
  },
  async initContainer(args) {
    requests.get(args.remoteInfo.name)?.onStep('expose');
    return args;
  },
};

let plugged = false;
let registrations = 0;

/**
 * Loads `./remote` of a release through the federation runtime, which gives it the shell's React. Every attempt registers
 * a new name, because the runtime caches a rejected entry.
 */
export const loadFederatedModule: LoadModule = async (request) => {
  if (!plugged) registerPlugins([stepsPlugin]);
  plugged = true;
  registrations += 1;
  const { release, attempt } = request;
  const name = `${release.container}_${registrations}`;
  requests.set(name, request);
  try {
    registerRemotes([
      {
        name,
        entry: uncachedUrl(releaseFileUrl(release.baseUrl, release.entry), attempt),
        type: 'global',
        entryGlobalName: release.container,
      },
    ]);
    return await loadRemote(`${name}/remote`);
  } finally {
    requests.delete(name);
  }
};
