import { addressOfFile, type PageRelease } from '@godhuli/contracts/page';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { nextTask } from '../next-task';
import { freshAddress, insertScript } from './insert-script';
import type { LoadModule, LoadRequest } from './load-remote';

declare global {
  interface Window {
    /** Digests by address: a remote's own runtime sets them on the scripts of its lazy chunks. */
    studioIntegrity?: Record<string, string>;
  }
}

/** A webpack container, as its entry leaves it in a global of its own name. */
interface Container {
  init(shareScope: unknown): Promise<void> | void;
  get(module: string): Promise<() => unknown>;
}

/** Requests under way, by the name that the runtime knows them by. */
const requests = new Map<string, LoadRequest>();

const digestOf = (release: PageRelease, path: string) => release.files.find((file) => file.path === path)?.integrity;

/** Addresses of scripts that are on their way. */
const awaited = new Set<string>();

/**
 * Runs a script of a release. One that another release waits for already, by the address that both share, may hang: it is
 * asked for at this release's own.
 */
async function fetchScript({ release, attempt }: LoadRequest, path: string): Promise<void> {
  const shared = freshAddress(addressOfFile(release.baseUrl, path), attempt);
  const address = awaited.has(shared) ? release.baseUrl + path : shared;
  awaited.add(address);
  try {
    await insertScript(address, digestOf(release, path));
  } finally {
    awaited.delete(address);
  }
}

/**
 * The entry is fetched by us instead of the runtime: with integrity, beside the chunks that `./remote` needs, and
 * without the runtime's wait for a script that has already run (it looks only for an element of the same address).
 */
async function fetchContainer(request: LoadRequest): Promise<Container> {
  const { release } = request;
  window.studioIntegrity ??= {};
  // A remote with a build of its own making may ask for all of its files beside its entry.
  for (const { path, integrity } of release.files)
    for (const address of [release.baseUrl + path, addressOfFile(release.baseUrl, path)])
      window.studioIntegrity[new URL(address, location.href).href] = integrity;
  await Promise.all([release.entry, ...release.remoteFiles].map((path) => fetchScript(request, path)));
  // The scripts may have been there already: without a pause all of loading would be one long task.
  await nextTask();
  const container = (window as unknown as Record<string, Container | undefined>)[release.container];
  if (!container) throw new Error(`${release.entry} did not define the container ${release.container}`);
  return container;
}

/** Tells each request how far the runtime is. */
const stagesPlugin: ModuleFederationRuntimePlugin = {
  name: 'stages',
  async loadEntry({ remoteInfo }) {
    const request = requests.get(remoteInfo.name);
    return request && (fetchContainer(request) as never);
  },
  async beforeInitContainer(args) {
    requests.get(args.remoteInfo.name)?.onStage('init');
    return args;
  },
  async initContainer(args) {
    requests.get(args.remoteInfo.name)?.onStage('expose');
    return args;
  },
};

let plugged = false;
let registrations = 0;

/**
 * Loads `./remote` of a release through the runtime of module federation, which hands it the shell's React. Every try
 * registers a name of its own: a rejected entry would otherwise stay in the runtime's memory.
 */
export const loadFederatedModule: LoadModule = async (request) => {
  if (!plugged) registerPlugins([stagesPlugin]);
  plugged = true;
  registrations += 1;
  const { release, attempt } = request;
  const name = `${release.container}_${registrations}`;
  requests.set(name, request);
  try {
    registerRemotes([
      {
        name,
        entry: freshAddress(addressOfFile(release.baseUrl, release.entry), attempt),
        type: 'global',
        entryGlobalName: release.container,
      },
    ]);
    return await loadRemote(`${name}/remote`);
  } finally {
    requests.delete(name);
  }
};
