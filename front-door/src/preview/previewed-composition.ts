import { HOST_CONTRACT } from '@godhuli/contracts/host';
import { developmentContainer, type Preview } from '@godhuli/contracts/preview';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';

/** Describes a development server as a release: no integrity hashes, because its files change as its team types. */
function developmentRelease(remote: string, origin: string, live: ComposedRelease | undefined): ComposedRelease {
  return {
    name: remote,
    packageVersion: '0.0.0',
    version: 'development',
    contract: HOST_CONTRACT,
    container: developmentContainer(remote),
    entry: 'remoteEntry.js',
    exposes: ['./remote'],
    remoteFiles: [],
    shared: {},
    // Its pages are unknown here.
    routes: ['/*'],
    server: null,
    serverData: live?.serverData ?? [],
    files: [],
    baseUrl: `${origin}/`,
  };
}

/** Returns the composition with the previewed release as the live one; without a previous release, so that failures show. */
export function previewedComposition(composition: Composition, { remote, release, dev }: Preview): Composition {
  const live = release ?? developmentRelease(remote, dev ?? '', composition.remotes[remote]?.live);
  return { ...composition, remotes: { ...composition.remotes, [remote]: { live, previous: null } } };
}
