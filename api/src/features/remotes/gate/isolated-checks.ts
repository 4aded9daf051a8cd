import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressOfFile } from '@godhuli/contracts/page';
import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { GuestFailure, NoSandbox } from '@godhuli/sandbox/guest-process';
import type { PageRequest } from '@godhuli/sandbox/messages';
import { attemptPages } from '@godhuli/sandbox/page-attempt';
import { loadServerBuild } from '@godhuli/sandbox/server-build';
import type { Candidate } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { verdict } from './static-checks.js';

/** `late`: the time by the clock was up, which on a busy machine says little about the release. */
export type IsolatedResult = { ok: true; skipped?: true } | { ok: false; cause: string; late?: true };

/** Rendering a few pages tells enough; a release may have a hundred. */
const PAGES_TRIED = 5;
/** By the clock: generous, a busy machine is no release's fault. Steps that wait are ended by the sandbox itself. */
const START_LIMIT_MS = 20_000;
const PAGE_LIMIT_MS = 10_000;
const WALL_LIMIT_MS = 30_000;
/** Effects and a few settled pages cost more than a render. */
const DOCUMENT_CPU_SECONDS = 10;

const NO_SERVER_BUILD = 'There is no server build. Pages render in the browser.';
const NOT_RUN = 'Not run: this platform has no sandbox to run it in.';
/** The version that a release is shown while it is checked. */
const CHECKED_VERSION = '0.0.0-000000000000';

/** Paths below the mount path that a release says it has; '*' stands for any segment. */
const pagesOf = (manifest: ReleaseManifest): string[] =>
  manifest.routes.slice(0, PAGES_TRIED).map((route) => route.replace(/\*+/g, 'anything'));

const basePathOf = (candidate: Pick<Candidate, 'remote'>, host: GateHost): string =>
  host.basePaths[candidate.remote] ?? `/${candidate.remote}`;

async function resultOf(run: () => Promise<void>): Promise<IsolatedResult> {
  try {
    await run();
    return { ok: true };
  } catch (error) {
    if (error instanceof NoSandbox) return { ok: true, skipped: true };
    if (!(error instanceof GuestFailure)) throw error;
    return { ok: false, cause: error.message, ...(error.late ? { late: true } : {}) };
  }
}

/** The server build renders its pages with the site's public data, in time and alone. */
export async function checkServerRender(
  candidate: Candidate,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<GateCheck> {
  const path = manifest.server;
  if (!path) return verdict('server-render', [], NO_SERVER_BUILD);
  const result = await resultOf(async () => {
    const build = await loadServerBuild({
      path,
      source: await readFile(join(candidate.directory, path), 'utf8'),
      cpuSeconds: host.isolatedCpuLimitMs / 1000,
      startLimitMs: START_LIMIT_MS,
    });
    try {
      for (const url of pagesOf(manifest)) {
        const release = { name: manifest.name, version: CHECKED_VERSION };
        const input = { url, data, basePath: basePathOf(candidate, host), release };
        const { output } = await build.render(input, PAGE_LIMIT_MS);
        if (output.html.trim() === '') throw new GuestFailure(`the page ${url} came out empty.`);
      }
    } finally {
      build.kill();
    }
  });
  return verdict(
    'server-render',
    result.ok ? [] : [`The server build failed: ${result.cause}`],
    result.ok && result.skipped ? NOT_RUN : `The server build renders ${pagesOf(manifest).length} of its pages.`,
  );
}

/** What the sandbox needs to load a release as a page does. */
async function pageRequest(
  attempt: PageRequest['attempt'],
  candidate: Pick<Candidate, 'remote' | 'directory'>,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<PageRequest> {
  const baseUrl = `/remotes/${manifest.name}/${CHECKED_VERSION}/`;
  const urlsOf = (path: string) =>
    [addressOfFile(baseUrl, path), baseUrl + path].map((url) => `https://studio.test${url}`);
  const files: PageRequest['files'] = {};
  for (const { path } of manifest.files.filter((file) => file.path !== manifest.server)) {
    const isScript = /\.m?js$/.test(path);
    const source = isScript ? await readFile(join(candidate.directory, path), 'utf8') : null;
    for (const url of urlsOf(path)) files[url] = source;
  }
  const scripts = [manifest.entry, ...manifest.remoteFiles.filter((path) => /\.m?js$/.test(path))];
  return {
    attempt,
    name: manifest.name,
    container: manifest.container,
    scripts: scripts.map((path) => urlsOf(path)[0] as string),
    files,
    modules: { ...host.hostModules },
    contracts: [...host.contracts],
    basePath: basePathOf(candidate, host),
    pages: pagesOf(manifest),
    data,
  };
}

/** The release in a document, effects and all: finds what breaks only once a page is alive. */
export function tryInDocument(
  candidate: Pick<Candidate, 'remote' | 'directory'>,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<IsolatedResult> {
  return resultOf(async () =>
    attemptPages(await pageRequest('mount', candidate, manifest, host, data), {
      cpuSeconds: DOCUMENT_CPU_SECONDS,
      startLimitMs: START_LIMIT_MS,
      limitMs: WALL_LIMIT_MS,
    }),
  );
}

/** The entry, loaded as the host loads it, gives a remote of the right shape whose pages render under a test double. */
export async function checkSmoke(
  candidate: Candidate,
  manifest: ReleaseManifest,
  host: GateHost,
  data: Record<string, unknown>,
): Promise<GateCheck> {
  const result = await resultOf(async () =>
    attemptPages(await pageRequest('render', candidate, manifest, host, data), {
      cpuSeconds: host.isolatedCpuLimitMs / 1000,
      startLimitMs: START_LIMIT_MS,
      limitMs: WALL_LIMIT_MS,
    }),
  );
  return verdict(
    'smoke',
    result.ok ? [] : [`The exposed component failed: ${result.cause}`],
    result.ok && result.skipped
      ? NOT_RUN
      : 'The container gives ./remote, and its component renders under a test double of the host.',
  );
}
