import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseFileUrl } from '@godhuli/contracts/page';
import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { GuestFailure, NoSandbox } from '@godhuli/sandbox/guest-process';
import type { GuestLimits } from '@godhuli/sandbox/launcher';
import type { PageRequest } from '@godhuli/sandbox/messages';
import { runPages } from '@godhuli/sandbox/run-pages';
import { type LoadedServerBuild, loadServerBuild } from '@godhuli/sandbox/server-build';
import type { Candidate } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { fewPages, type SamplePage } from './sample-pages.js';
import { verdict } from './static-checks.js';

/** A check reached its wall-clock limit twice, so nobody knows whether the release is valid. */
export class CheckTimedOut extends Error {
  override name = 'CheckTimedOut';
}

/** `timedOut`: the wall-clock limit was reached, which on a busy machine says little about the release. */
export type IsolatedResult = { ok: true; skipped?: true } | { ok: false; cause: string; timedOut?: true };

interface WallLimits {
  startLimitMs: number;
  limitMs: number;
}

/**
 * Wall-clock limits, only a backstop: the kernel limits processor time, and the sandbox ends steps that only wait. At a load of 30 on
 * two cores a start takes more than 20 s. A process that stands back has less: it is repeated at normal priority.
 */
const wallLimits = (niceness: number, leftMs = Number.POSITIVE_INFINITY): WallLimits => {
  const limitMs = Math.min(niceness > 0 ? 30_000 : 120_000, leftMs / 2);
  return { startLimitMs: limitMs, limitMs };
};
const PAGE_LIMIT_MS = 30_000;
/** After this time only the few pages of different kinds are rendered that a smoke run shows too. */
const RENDER_LIMIT_MS = 20_000;
/** What the other pages leave of the time until the deadline: the smoke run has to follow, perhaps twice. */
const RESERVED_MS = 120_000;
/** Effects and a few settled pages cost more than a render. */
const MOUNT_CPU_SECONDS = 10;

const NO_SERVER_BUILD = 'There is no server build. Pages render in the browser.';
const NOT_RUN = 'Not run: this platform has no sandbox to run it in.';
/** The version that a release sees while it is checked. */
const CHECKED_VERSION = '0.0.0-000000000000';

const isScript = (path: string) => /\.m?js$/.test(path);

/** Returns where the shell mounts a remote. */
export const basePathOf = (candidate: Pick<Candidate, 'remote'>, host: Pick<GateHost, 'basePaths'>): string =>
  host.basePaths[candidate.remote] ?? `/${candidate.remote}`;

async function resultOf(run: () => Promise<unknown>): Promise<IsolatedResult> {
  try {
    await run();
    return { ok: true };
  } catch (error) {
    if (error instanceof NoSandbox) return { ok: true, skipped: true };
    if (!(error instanceof GuestFailure)) throw error;
    return { ok: false, cause: error.message, ...(error.timedOut ? { timedOut: true } : {}) };
  }
}

const isTimeout = (error: unknown) => error instanceof GuestFailure && error.timedOut;

const leftUntil = (deadline: number) => Math.max(0, deadline - performance.now());

/** How a release is checked. */
export interface CheckOptions {
  /** of the processes that run its code; 0 unless given */
  niceness?: number;
  /** when there has to be a verdict, as of `performance.now()` */
  deadline?: number;
}

/**
 * Runs a check, and once more at normal priority if it reaches its wall-clock limit.
 * @throws CheckTimedOut when it reaches the limit again, or the deadline
 */
export async function untilDecided<Value>(
  { niceness = 0, deadline = Number.POSITIVE_INFINITY }: CheckOptions,
  run: (limits: WallLimits & { niceness: number }) => Promise<Value>,
): Promise<Value> {
  const attempt = async (priority: number) => {
    const leftMs = leftUntil(deadline);
    if (leftMs === 0) throw new CheckTimedOut('its checks did not end in time.');
    return run({ ...wallLimits(priority, leftMs), niceness: priority });
  };
  try {
    return await attempt(niceness);
  } catch (error) {
    if (!isTimeout(error)) throw error;
  }
  try {
    return await attempt(0);
  } catch (error) {
    throw isTimeout(error) ? new CheckTimedOut((error as Error).message) : error;
  }
}

/** A release under check, with the host and the public data it would run with. */
export interface CheckedRelease extends CheckOptions {
  candidate: Pick<Candidate, 'remote' | 'directory'>;
  manifest: ReleaseManifest;
  host: GateHost;
  /** those to try */
  pages: readonly SamplePage[];
  /** whether it was published before: rules that are newer do not apply */
  isStored?: boolean;
}

/**
 * Renders one page with a server build.
 * @returns the processor time that its process has used
 * @throws GuestFailure when it fails or shows nothing
 */
async function renderPage(
  build: LoadedServerBuild,
  { pathname, data, exists }: SamplePage,
  { candidate, manifest, host, isStored = false, deadline = Number.POSITIVE_INFINITY }: CheckedRelease,
): Promise<number> {
  const basePath = basePathOf(candidate, host);
  const release = { name: manifest.name, version: CHECKED_VERSION };
  const url = basePath === '/' ? pathname : basePath + pathname.replace(/\/$/, '');
  const limitMs = Math.min(PAGE_LIMIT_MS, leftUntil(deadline));
  const { output, cpuMs } = await build.render({ url, data, basePath, release }, limitMs);
  if (output.html.trim() === '') throw new GuestFailure(`the page ${pathname} came out empty.`);
  // The front door would answer 404 for a page that visitors find in the sitemap and in menus.
  if (output.status === 404 && exists && !isStored)
    throw new GuestFailure(`the page ${pathname} has status 404, although its data is there.`);
  return cpuMs;
}

/**
 * Renders pages until they take too long: those of different kinds first. A process ends at half of its processor time, so that no
 * release is refused for the number of its pages. Where time is short, the first few are enough.
 * @returns how many were rendered
 */
async function renderPages(start: () => Promise<LoadedServerBuild>, release: CheckedRelease): Promise<number> {
  const few = fewPages(release.pages);
  const pages = [...few, ...release.pages.filter((page) => !few.includes(page))];
  const { deadline = Number.POSITIVE_INFINITY, host } = release;
  const end = Math.min(performance.now() + RENDER_LIMIT_MS, deadline - RESERVED_MS);
  let rendered = 0;
  let build: LoadedServerBuild | null = null;
  try {
    for (const page of pages) {
      if (rendered >= few.length && performance.now() > end) break;
      build ??= await start();
      const cpuMs = await renderPage(build, page, release);
      rendered += 1;
      if (cpuMs > host.isolatedCpuLimitMs / 2) {
        build.kill();
        build = null;
      }
    }
  } catch (error) {
    if (rendered < few.length || !isTimeout(error)) throw error;
  } finally {
    build?.kill();
  }
  return rendered;
}

/**
 * The server build renders its pages with the site's public data, within its limits and without the host. A page that exists does
 * not have status 404.
 * @throws CheckTimedOut
 */
export async function checkServerRender(release: CheckedRelease): Promise<GateCheck> {
  const { candidate, manifest, host, pages, niceness, deadline } = release;
  const path = manifest.server;
  if (!path) return verdict('server-render', [], NO_SERVER_BUILD);
  let rendered = 0;
  const result = await resultOf(() =>
    untilDecided({ niceness, deadline }, async ({ startLimitMs, niceness }) => {
      const source = await readFile(join(candidate.directory, path), 'utf8');
      const cpuSeconds = host.isolatedCpuLimitMs / 1000;
      const start = () => loadServerBuild({ path, source, cpuSeconds, niceness, startLimitMs });
      rendered = await renderPages(start, release);
    }),
  );
  const left = pages.length - rendered;
  const rest = left === 0 ? '.' : `; there was no time for the other ${left}.`;
  return verdict(
    'server-render',
    result.ok ? [] : [`The server build failed: ${result.cause}`],
    result.ok && result.skipped ? NOT_RUN : `The server build renders ${rendered} of its pages${rest}`,
  );
}

type MountedRelease = Omit<CheckedRelease, keyof CheckOptions>;

/** Loads a release in a document as a page does, and renders or mounts its pages. @returns whether all of them are empty */
async function runInDocument(
  mode: PageRequest['mode'],
  limits: WallLimits & Pick<GuestLimits, 'cpuSeconds' | 'niceness'>,
  { candidate, manifest, host, pages }: MountedRelease,
): Promise<boolean> {
  const baseUrl = `/remotes/${manifest.name}/${CHECKED_VERSION}/`;
  const urlOf = (path: string) => `https://studio.test${releaseFileUrl(baseUrl, path)}`;
  const files: PageRequest['files'] = {};
  for (const { path } of manifest.files.filter((file) => file.path !== manifest.server)) {
    const source = isScript(path) ? await readFile(join(candidate.directory, path), 'utf8') : null;
    for (const url of [urlOf(path), `https://studio.test${baseUrl}${path}`]) files[url] = source;
  }
  const request: PageRequest = {
    mode,
    name: manifest.name,
    container: manifest.container,
    scripts: [manifest.entry, ...manifest.remoteFiles.filter(isScript)].map(urlOf),
    files,
    modules: host.sharedModules,
    contracts: host.contracts,
    basePath: basePathOf(candidate, host),
    pages: pages.map(({ pathname, data }) => ({ pathname, data })),
  };
  return runPages(request, limits);
}

/** Mounts a release in a document, with effects: finds errors that rendering does not show. */
export const mountInDocument = (release: MountedRelease): Promise<IsolatedResult> =>
  resultOf(() => runInDocument('mount', { ...wallLimits(0), cpuSeconds: MOUNT_CPU_SECONDS }, release));

/** Mounts its pages until one shows something: a page may be empty before its effects. Errors only leave a page empty. */
const staysEmpty = (release: MountedRelease, limits: WallLimits & { niceness: number }): Promise<boolean> =>
  runInDocument('show', { ...limits, cpuSeconds: MOUNT_CPU_SECONDS }, release).catch((error: unknown) => {
    if (!(error instanceof GuestFailure) || error.timedOut) throw error;
    return true;
  });

/**
 * The container entry, loaded as in the host, provides a valid remote whose pages render with a test double of the host. A release
 * that was published before may be empty.
 * @throws CheckTimedOut
 */
export async function checkSmoke({
  niceness,
  deadline,
  isStored = false,
  ...release
}: CheckedRelease): Promise<GateCheck> {
  const cpuSeconds = release.host.isolatedCpuLimitMs / 1000;
  const result = await resultOf(async () => {
    const options = { niceness, deadline };
    const isEmpty = await untilDecided(options, (limits) =>
      runInDocument('render', { ...limits, cpuSeconds }, release),
    );
    if (isEmpty && !isStored && (await untilDecided(options, (limits) => staysEmpty(release, limits))))
      throw new GuestFailure('its pages are empty: they show no element and no text.');
  });
  const success = 'The container gives ./remote, and its component renders under a test double of the host.';
  return verdict(
    'smoke',
    result.ok ? [] : [`The exposed component failed: ${result.cause}`],
    result.ok && result.skipped ? NOT_RUN : success,
  );
}
