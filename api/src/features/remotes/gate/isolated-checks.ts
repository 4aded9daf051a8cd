import { addressOfFile } from '@godhuli/contracts/page';
import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import type { Candidate } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { type IsolatedResult, runIsolated } from './run-isolated.js';
import { verdict } from './static-checks.js';

/** Rendering a few pages tells enough; a release may have a hundred. */
const PAGES_TRIED = 5;

const NO_SERVER_BUILD = 'There is no server build; its pages are rendered in the browser.';

/** Paths below the mount path that a release says it has; '*' stands for any segment. */
const pagesOf = (manifest: ReleaseManifest): string[] =>
  manifest.routes.slice(0, PAGES_TRIED).map((route) => route.replace(/\*/g, 'anything'));

const basePathOf = (candidate: Pick<Candidate, 'remote'>, host: GateHost): string =>
  host.basePaths[candidate.remote] ?? `/${candidate.remote}`;

/** The server build renders its pages with the site's public data, in time and alone. */
export async function checkServerRender(
  candidate: Candidate,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<GateCheck> {
  if (!manifest.server) return verdict('server-render', [], NO_SERVER_BUILD);
  const basePath = basePathOf(candidate, host);
  const result = await runIsolated(
    { kind: 'render', directory: candidate.directory, manifest, data, pages: pagesOf(manifest), basePath },
    host.isolatedCpuLimitMs,
  );
  return verdict(
    'server-render',
    result.ok ? [] : [`The server build failed: ${result.cause}`],
    `The server build renders ${pagesOf(manifest).length} of its pages.`,
  );
}

/** What a page has before it loads a release: the host's modules, and the addresses of the release's files. */
function pageOf(manifest: ReleaseManifest, host: GateHost) {
  const baseUrl = `/remotes/${manifest.name}/0.0.0-000000000000/`;
  const addressesOf = (path: string) =>
    [addressOfFile(baseUrl, path), baseUrl + path].map((address) => `https://studio.test${address}`);
  return {
    contracts: [...host.contracts],
    modules: Object.entries(host.hostModules).map(([name, version]) => ({ name, version })),
    addresses: Object.fromEntries(manifest.files.map(({ path }) => [path, addressesOf(path)])),
  };
}

/** jsdom and a few settled pages cost more than a render. */
const DOCUMENT_CPU_LIMIT_MS = 20_000;

/** The release in a document, effects and all: finds what breaks only once a page is alive. */
export function tryInDocument(
  candidate: Pick<Candidate, 'remote' | 'directory'>,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<IsolatedResult> {
  const { directory } = candidate;
  const basePath = basePathOf(candidate, host);
  const job = { directory, manifest, data, pages: pagesOf(manifest), basePath, ...pageOf(manifest, host) };
  return runIsolated({ kind: 'document', ...job }, DOCUMENT_CPU_LIMIT_MS);
}

/** The entry, loaded as the host loads it, gives a remote of the right shape whose pages render under a test double. */
export async function checkSmoke(
  candidate: Candidate,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<GateCheck> {
  const basePath = basePathOf(candidate, host);
  const result = await runIsolated(
    {
      kind: 'smoke',
      directory: candidate.directory,
      manifest,
      data,
      pages: pagesOf(manifest),
      basePath,
      ...pageOf(manifest, host),
    },
    host.isolatedCpuLimitMs,
  );
  return verdict(
    'smoke',
    result.ok ? [] : [`The exposed component failed: ${result.cause}`],
    'The container gives ./remote, and its component renders under a test double of the host.',
  );
}
