import { HOST_CONTRACT } from '@godhuli/contracts/host';
import { developmentContainer, type Preview } from '@godhuli/contracts/preview';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';

/** A development server as a release: no digests, since its bytes change as its team types. */
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
    // Which pages it has, it alone knows.
    routes: ['/*'],
    server: null,
    serverData: live?.serverData ?? [],
    files: [],
    baseUrl: `${origin}/`,
  };
}

/** The composition with the previewed release in place of the live one; without a way back, so that its failures show. */
export function previewedComposition(composition: Composition, { remote, release, dev }: Preview): Composition {
  const live = release ?? developmentRelease(remote, dev ?? '', composition.remotes[remote]?.live);
  return { ...composition, remotes: { ...composition.remotes, [remote]: { live, previous: null } } };
}
