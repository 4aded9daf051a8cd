import type { RenderOutput } from '@godhuli/contracts/host';
import {
  type Mount,
  type PageComposition,
  type PageRelease,
  PUBLIC_ZONE,
  releaseFileUrl,
} from '@godhuli/contracts/page';
import type { ComposedRelease } from '@godhuli/contracts/releases';
import type { ShellBuild } from '../shell-build.js';
import type { PageRequest } from './page-request.js';

/** What the document says about the composition: the remotes of its own zone only. */
export function pageComposition(
  shell: Pick<ShellBuild, 'mounts' | 'scripts' | 'styles'>,
  request: PageRequest,
  rendered: RenderOutput | null,
): PageComposition {
  const { composition, mount, live, data } = request;
  const remotes: PageComposition['remotes'] = {};
  for (const remote of remotesInZone(shell.mounts, mount)) {
    const composed = composition.remotes[remote];
    if (composed)
      remotes[remote] = {
        live: pageRelease(composed.live),
        previous: composed.previous && pageRelease(composed.previous),
      };
  }
  const scriptOf = (path: string) => ({
    src: releaseFileUrl(live.baseUrl, path),
    integrity: live.files.find((file) => file.path === path)?.integrity ?? '',
  });
  const pageScript = live.pageScript && scriptOf(live.pageScript);
  return {
    generation: composition.generation,
    mount,
    remotes,
    data: rendered?.data ?? data.values,
    scripts: [
      ...(mount.zone === PUBLIC_ZONE ? shell.scripts.onePage : shell.scripts.routed),
      ...[live.entry, ...live.remoteFiles].map(scriptOf),
      ...(pageScript && !rendered ? [pageScript] : []),
    ],
    ...(pageScript && rendered ? { pageScript } : {}),
    styles: [shell.styles.fonts, shell.styles.shell],
    isDeferred: rendered !== null,
  };
}

/** Returns the remotes that documents of a mount name. */
export const remotesInZone = (mounts: readonly Mount[], { zone }: Mount): string[] =>
  mounts.filter((mount) => mount.zone === zone).map(({ remote }) => remote);

/** A release as a page needs it: no server build, and integrity hashes of scripts only. */
function pageRelease(release: ComposedRelease): PageRelease {
  const { name, version, contract, container, entry, remoteFiles, routes, baseUrl } = release;
  const files = release.files
    .filter((file) => file.path.endsWith('.js'))
    .map(({ path, integrity }) => ({ path, integrity }));
  return { name, version, contract, container, entry, remoteFiles, routes, baseUrl, files };
}
