import type { Preview } from '@godhuli/contracts/preview';
import type { Composition } from '@godhuli/contracts/releases';
import { developmentRelease } from '../composition/development-release.js';

/** Returns the composition with the previewed release as the live one; without a previous release, so that failures show. */
export function previewedComposition(composition: Composition, { remote, release, dev }: Preview): Composition {
  const { serverData = [], routeData } = composition.remotes[remote]?.live ?? {};
  const live = release ?? developmentRelease(remote, `${dev ?? ''}/`, { serverData, routeData });
  return { ...composition, remotes: { ...composition.remotes, [remote]: { live, previous: null } } };
}
