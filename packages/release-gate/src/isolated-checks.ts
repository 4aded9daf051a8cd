import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseFileUrl } from '@godhuli/contracts/page';
import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { dataPathsOf, withSegment } from '@godhuli/contracts/route-data';
import { GuestFailure, NoSandbox } from '@godhuli/sandbox/guest-process';
import type { GuestLimits } from '@godhuli/sandbox/launcher';
import type { PageRequest } from '@godhuli/sandbox/messages';
import { runPages } from '@godhuli/sandbox/run-pages';
import { loadServerBuild } from '@godhuli/sandbox/server-build';
import type { Candidate } from './candidate.js';
import type { GateHost } from './gate-host.js';
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

/** A few pages are enough; a release may have a hundred. */
const MAX_PAGES = 5;
/**
 * Wall-clock limits, only a backstop: the kernel limits processor time, and the sandbox ends steps that only wait. At a load of 30 on
 * two cores a start takes more than 20 s. A process that stands back has less: it is repeated at normal priority.
 */
const wallLimits = (niceness: number, leftMs = Number.POSITIVE_INFINITY): WallLimits => {
  const limitMs = Math.min(niceness > 0 ? 30_000 : 120_000, leftMs / 2);
  return { startLimitMs: limitMs, limitMs };
};
const PAGE_LIMIT_MS = 30_000;
/** Effects and a few settled pages cost more than a render. */
const MOUNT_CPU_SECONDS = 10;

const NO_SERVER_BUILD = 'There is no server build. Pages render in the browser.';
const NOT_RUN = 'Not run: this platform has no sandbox to run it in.';
/** The version that a release sees while it is checked. */
const CHECKED_VERSION = '0.0.0-000000000000';

/**
 * Returns paths below the mount path from the manifest's routes, each with its data. '*' stands for any segment, or for one that
 * the API does not know.
 */
function pagesOf(manifest: ReleaseManifest, data: Record<string, unknown>) {
  return manifest.routes.slice(0, MAX_PAGES).map((route) => {
    const { fixed, ofSegment } = dataPathsOf(manifest, route);
    const known = fixed.filter((path) => path in data).map((path) => [path, data[path]]);
    const unknown = ofSegment.map((path) => [withSegment(path, '*'), null]);
    return {
      pathname: ofSegment.length > 0 ? route : route.replace(/\*+/g, 'anything'),
      data: Object.fromEntries([...known, ...unknown]) as Record<string, unknown>,
    };
  });
}

const isScript = (path: string) => /\.m?js$/.test(path);

const basePathOf = (candidate: Pick<Candidate, 'remote'>, host: GateHost): string =>
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
  candidate: Candidate;
  manifest: ReleaseManifest;
  host: GateHost;
  data: Record<string, unknown>;
}

/**
 * The server build renders its pages with the site's public data, within its limits and without the host.
 * @throws CheckTimedOut
 */
export async function checkServerRender({
  candidate,
  manifest,
  host,
  data,
  niceness,
  deadline = Number.POSITIVE_INFINITY,
}: CheckedRelease): Promise<GateCheck> {
  const path = manifest.server;
  if (!path) return verdict('server-render', [], NO_SERVER_BUILD);
  const pages = pagesOf(manifest, data);
  const result = await resultOf(() =>
    untilDecided({ niceness, deadline }, async ({ startLimitMs, niceness }) => {
      const build = await loadServerBuild({
        path,
        source: await readFile(join(candidate.directory, path), 'utf8'),
        cpuSeconds: host.isolatedCpuLimitMs / 1000,
        niceness,
        startLimitMs,
      });
      try {
        for (const page of pages) {
          const release = { name: manifest.name, version: CHECKED_VERSION };
          const input = { url: page.pathname, data: page.data, basePath: basePathOf(candidate, host), release };
          const { output } = await build.render(input, Math.min(PAGE_LIMIT_MS, leftUntil(deadline)));
          if (output.html.trim() === '') throw new GuestFailure(`the page ${page.pathname} came out empty.`);
        }
      } finally {
        build.kill();
      }
    }),
  );
  return verdict(
    'server-render',
    result.ok ? [] : [`The server build failed: ${result.cause}`],
    result.ok && result.skipped ? NOT_RUN : `The server build renders ${pages.length} of its pages.`,
  );
}

type MountedRelease = Omit<CheckedRelease, 'candidate' | keyof CheckOptions> & {
  candidate: Pick<Candidate, 'remote' | 'directory'>;
};

/** Loads a release in a document as a page does, and renders or mounts its pages. @returns whether all of them are empty */
async function runInDocument(
  mode: PageRequest['mode'],
  limits: WallLimits & Pick<GuestLimits, 'cpuSeconds' | 'niceness'>,
  { candidate, manifest, host, data }: MountedRelease,
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
    pages: pagesOf(manifest, data),
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
 * The container entry, loaded as in the host, provides a valid remote whose pages render with a test double of the host.
 * @param isStored whether it was published before: a stored release may be empty
 * @throws CheckTimedOut
 */
export async function checkSmoke({
  niceness,
  deadline,
  isStored = false,
  ...release
}: CheckedRelease & { isStored?: boolean }): Promise<GateCheck> {
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
