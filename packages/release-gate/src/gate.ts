import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from '@godhuli/contracts/read-manifest';
import {
  type GateCheck,
  type ReleaseManifest,
  ROUTE_PARAMETER,
  releaseManifestSchema,
  storedManifestSchema,
} from '@godhuli/contracts/releases';
import { readCandidate } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { checkServerRender, checkSmoke } from './isolated-checks.js';
import { fewPages, samplePages } from './sample-pages.js';
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
  const isStored = (await isPublished?.(manifest)) ?? false;
  const budget = checkBudget(candidate, manifest, host, isStored);
  const checks = [check, checkContract(manifest, host), checkShared(manifest, host), files, budget];
  // A release over its budget would occupy the parser for long, and is refused anyway.
  if (!budget.ok) return { checks, manifest, usedSandbox: false };
  const takenBy = await containerTakenBy(manifest);
  const scripts = await checkScripts({ candidate, manifest, host, takenBy, isStored, niceness, deadline });
  checks.push(...scripts.checks);
  if (!passes(checks)) return { checks, manifest, usedSandbox: scripts.isTooComplex };
  const { pages, problems } = await samplePages(manifest, host);
  if (problems.length > 0 && !isStored)
    return { checks: [...checks, verdict('server-data', problems, '')], manifest, usedSandbox: false };
  const few = fewPages(pages);
  const tried = { candidate, manifest, host, isStored, niceness, deadline };
  // A release that was published when only a few pages were tried stays live.
  checks.push(await checkServerRender({ ...tried, pages: isStored ? few : pages }));
  checks.push(await checkSmoke({ ...tried, pages: few }));
  return { checks, manifest, usedSandbox: true };
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
