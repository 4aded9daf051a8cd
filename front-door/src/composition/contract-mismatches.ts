import { HOST_CONTRACT } from '@godhuli/contracts/host';
import type { ComposedRelease, Composition } from '@godhuli/contracts/releases';

/** Returns the live releases that were built for another contract than this host's. Browsers refuse to mount them. */
export function contractMismatches(composition: Composition | null): ComposedRelease[] {
  return Object.values(composition?.remotes ?? {})
    .map(({ live }) => live)
    .filter(({ contract }) => contract !== HOST_CONTRACT);
}

/** Returns one sentence for `/readyz` and the log. */
export const mismatchText = ({ name, version, contract }: ComposedRelease): string =>
  `${name} ${version} was built for contract ${contract}; this host supports contract ${HOST_CONTRACT}. Its pages show an error message. Publish a build for contract ${HOST_CONTRACT}.`;
