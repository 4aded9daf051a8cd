import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { readManifest } from '@godhuli/contracts/read-manifest';
import {
  type GateCheck,
  type ReleaseManifest,
  ROUTE_PARAMETER,
  releaseManifestSchema,
  storedManifestSchema,
} from '@godhuli/contracts/releases';
import { fixedDataPaths } from '@godhuli/contracts/route-data';
import { readCandidate } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { checkServerRender, checkSmoke } from './isolated-checks.js';
import { NoSampleData } from './read-json.js';
import { checkScripts } from './script-checks.js';
import { checkBudget, checkContract, checkFiles, checkShared, type TakenPath, verdict } from './static-checks.js';

export interface GateVerdict {
  /** every check that ran, in a fixed order */
  checks: GateCheck[];
  /** null when it is not valid */
  manifest: ReleaseManifest | null;
  /** whether its code ran, or reading its scripts exceeded a limit of the sandbox */
  usedSandbox: boolean;
}

export interface GateInput {
  /** the remote that the release was published for */
  remote: string;
  /** its unpacked files, including `release.json` */
  directory: string;
  /** the version of another release of the remote that has the same container name with other code, or null */
  containerTakenBy(manifest: ReleaseManifest): Promise<string | null>;
  /** a file named by its content that another release of the remote has with other bytes, or null */
  pathTakenBy(manifest: ReleaseManifest): Promise<TakenPath | null>;
  host: GateHost;
  /** whether the remote has this release already: data that cannot be read is left out, and rules that are newer do not apply, since pages that are live must not depend on them */
  isPublished?(manifest: ReleaseManifest): Promise<boolean>;
  /** whether the files are those of a release that was published before, perhaps by a later version of this host (decision 054) */
  isFromStore?: boolean;
  /** how far the release's code stands back when the processors are busy, as in nice(1); 0 unless given */
  niceness?: number;
  /** when there has to be a verdict (`gateDeadline`) */
  deadline?: number;
}

/** Who waits for a verdict, such as the front door, gives up after 300 s. */
const LIMIT_MS = 240_000;

/** Returns the end of all checks of a release that are requested now. */
export const gateDeadline = (): number => performance.now() + LIMIT_MS;

/** Whether every check passed. */
export const passes = (checks: readonly GateCheck[]): boolean => checks.every((check) => check.ok);

/**
 * Checks a release against this installation. All static checks run, so that its team sees every problem at once; the code
 * is executed only if they pass.
 * @throws CheckTimedOut
 */
export async function runGate({
  remote,
  directory,
  containerTakenBy,
  pathTakenBy,
  host,
  isPublished,
  isFromStore,
  niceness,
  deadline = gateDeadline(),
}: GateInput): Promise<GateVerdict> {
  const { check, manifest } = await checkManifest({ remote, directory, isFromStore });
  if (!manifest) return { checks: [check], manifest, usedSandbox: false };
  const candidate = await readCandidate(remote, directory);
  const files = checkFiles(candidate, manifest, await pathTakenBy(manifest));
  const budget = checkBudget(candidate, manifest, host);
  const checks = [check, checkContract(manifest, host), checkShared(manifest, host), files, budget];
  // A release over its budget would occupy the parser for long, and is refused anyway.
  if (!budget.ok) return { checks, manifest, usedSandbox: false };
  const takenBy = await containerTakenBy(manifest);
  const isStored = (await isPublished?.(manifest)) ?? false;
  const scripts = await checkScripts({ candidate, manifest, host, takenBy, isStored, niceness, deadline });
  checks.push(...scripts.checks);
  if (!passes(checks)) return { checks, manifest, usedSandbox: scripts.isTooComplex };
  const { data, problems } = await sampleData(manifest, host);
  if (problems.length > 0 && !isStored)
    return { checks: [...checks, verdict('server-data', problems, '')], manifest, usedSandbox: false };
  checks.push(await checkServerRender({ candidate, manifest, host, data, niceness, deadline }));
  checks.push(await checkSmoke({ candidate, manifest, host, data, isStored, niceness, deadline }));
  return { checks, manifest, usedSandbox: true };
}

/** How many different API paths the pages of a release may begin with. The public site has 17 in three languages. */
const MAX_DATA_PATHS = 40;
/** All data of a release: parsing it occupies the process of the API. Each path has at most 2 MB. */
const MAX_DATA_BYTES = 8_000_000;
const CONCURRENT_READS = 4;

/**
 * Returns whether the API answers a path with a file of a release: a team chooses its content and size, and may publish it later.
 * Reads the path as the API does.
 */
function isReleaseFile(path: string): boolean {
  try {
    return decodeURIComponent(new URL(path, 'http://api').pathname).startsWith('/api/remotes/');
  } catch {
    return true;
  }
}

/**
 * Reads the public data that a release's pages start with, without that of a segment of the URL, and returns the problems of the
 * paths that it names. Data beyond the limits is left out.
 */
export async function sampleData(
  manifest: ReleaseManifest,
  host: GateHost,
): Promise<{ data: Record<string, unknown>; problems: string[] }> {
  const paths = fixedDataPaths(manifest);
  const data: Record<string, unknown> = {};
  const problems: string[] = [];
  if (paths.length > MAX_DATA_PATHS)
    problems.push(`Its pages begin with ${paths.length} different API paths; at most ${MAX_DATA_PATHS} are allowed.`);
  const declared = [manifest.serverData, ...(manifest.routeData ?? []).map(({ serverData }) => serverData)].flat();
  for (const path of new Set(declared.filter(isReleaseFile)))
    problems.push(`A page cannot begin with ${path}: it is no data of the studio.`);
  const waiting = paths.filter((path) => !isReleaseFile(path)).slice(0, MAX_DATA_PATHS);
  let bytes = 0;
  const isOver = () => bytes > MAX_DATA_BYTES;
  const readNext = async (): Promise<void> => {
    const path = waiting.shift();
    if (path === undefined || isOver()) return;
    try {
      const text = await host.readPublic(path);
      bytes += Buffer.byteLength(text ?? '');
      // Other requests are handled between two parses.
      await setImmediate();
      if (text !== undefined && !isOver()) data[path] = JSON.parse(text);
    } catch (error) {
      if (error instanceof NoSampleData) problems.push(`A page cannot begin with ${path}: ${error.message}.`);
    }
    return readNext();
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readNext));
  if (isOver()) problems.push(`The data of its pages has more than ${MAX_DATA_BYTES / 1e6} MB in total.`);
  return { data, problems };
}

async function checkManifest({
  remote,
  directory,
  isFromStore,
}: Pick<GateInput, 'remote' | 'directory' | 'isFromStore'>): Promise<{
  check: GateCheck;
  manifest: ReleaseManifest | null;
}> {
  const refused = (problem: string) => ({ check: verdict('manifest', [problem], ''), manifest: null });
  const bytes = await readFile(join(directory, 'release.json')).catch(() => null);
  if (!bytes) return refused('The release has no release.json at its top level.');
  const result = readManifest(bytes, isFromStore ? storedManifestSchema : releaseManifestSchema);
  if ('problem' in result) return refused(result.problem);
  const { manifest } = result;
  const problems: string[] = [];
  if (manifest.name !== remote) problems.push(`The manifest belongs to ${manifest.name}, not to ${remote}.`);
  if (!manifest.exposes.includes('./remote')) problems.push('The manifest does not expose ./remote.');
  for (const { route, serverData } of manifest.routeData ?? []) {
    if (!manifest.routes.includes(route)) problems.push(`routeData names ${route}, which is not one of its routes.`);
    if (!/[^*]\/\*$|^\/\*$/.test(route) && serverData.some((path) => path.includes(ROUTE_PARAMETER)))
      problems.push(`The data of ${route} contains {1}, but the route has no '*'.`);
  }
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(manifest.packageVersion)) {
    problems.push(`'${manifest.packageVersion}' is not a semantic version.`);
  }
  return { check: verdict('manifest', problems, 'The manifest is valid and exposes ./remote.'), manifest };
}
