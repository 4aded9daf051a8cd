import { HOST_CONTRACT } from '@godhuli/contracts/host';
import { developmentContainer } from '@godhuli/contracts/preview';
import type { ComposedRelease } from '@godhuli/contracts/releases';

/**
 * Describes a development server as a release. Its files change as its team types, so it has no digests and no server build.
 * @param more what is known about it; its pages are unknown unless given
 */
export const developmentRelease = (
  remote: string,
  baseUrl: string,
  more: Partial<ComposedRelease>,
): ComposedRelease => ({
  name: remote,
  packageVersion: '0.0.0',
  version: 'development',
  contract: HOST_CONTRACT,
  container: developmentContainer(remote),
  entry: 'remoteEntry.js',
  exposes: ['./remote'],
  remoteFiles: [],
  shared: {},
  routes: ['/*'],
  server: null,
  serverData: [],
  files: [],
  baseUrl,
  ...more,
});
