import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fieldMessage } from '@godhuli/contracts/field-message';
import {
  type GateCheck,
  type ReleaseManifest,
  ROUTE_PARAMETER,
  releaseManifestSchema,
} from '@godhuli/contracts/releases';
import { fixedDataPaths } from '@godhuli/contracts/route-data';
import { parseScripts, readCandidate } from './candidate.js';
import { checkContainer, checkNoEval, checkSecondReact, checkSyntax } from './code-checks.js';
import type { GateHost } from './gate-host.js';
import { checkServerRender, checkSmoke } from './isolated-checks.js';
import { NoSampleData } from './read-json.js';
import { checkBudget, checkContract, checkFiles, checkShared, type TakenPath, verdict } from './static-checks.js';

export interface GateVerdict {
  /** every check that ran, in a fixed order */
  checks: GateCheck[];
  /** null when it is not valid */
  manifest: ReleaseManifest | null;
}

export interface GateInput {
  /** the remote that the release was published for */
  remote: string;
  /** its unpacked files, including `release.json` */
  directory: string;
  /** the version of another release that has the same container name with other code, or null */
  containerTakenBy(manifest: ReleaseManifest): Promise<string | null>;
  /** a file named by its content that another release of the remote has with other bytes, or null */
  pathTakenBy(manifest: ReleaseManifest): Promise<TakenPath | null>;
  host: GateHost;
  /** how far the release's code stands back when the processors are busy, as in nice(1); 0 unless given */
  niceness?: number;
}

/** Whether every check passed. */
export const passes = (checks: readonly GateCheck[]): boolean => checks.every((check) => check.ok);

/**
 * Checks a release against this installation. All static checks run, so that its team sees every problem at once; the code
 * is executed only if they pass.
 */
export async function runGate({
  remote,
  directory,
  containerTakenBy,
  pathTakenBy,
  host,
  niceness,
}: GateInput): Promise<GateVerdict> {
  const { check, manifest } = await checkManifest(remote, directory);
  if (!manifest) return { checks: [check], manifest };
  const candidate = await readCandidate(remote, directory);
  const files = checkFiles(candidate, manifest, await pathTakenBy(manifest));
  const budget = checkBudget(candidate, manifest, host);
  const checks = [check, checkContract(manifest, host), checkShared(manifest, host), files, budget];
  // A release over its budget would block the parser for long, and is refused anyway.
  if (!budget.ok) return { checks, manifest };
  const scripts = await parseScripts(candidate, manifest);
  checks.push(
    checkSyntax(scripts),
    checkContainer(scripts, manifest, await containerTakenBy(manifest)),
    checkSecondReact(scripts),
    checkNoEval(scripts),
  );
  if (!passes(checks)) return { checks, manifest };
  const { data, problems } = await sampleData(manifest, host);
  if (problems.length > 0) return { checks: [...checks, verdict('server-data', problems, '')], manifest };
  checks.push(await checkServerRender({ candidate, manifest, host, data, niceness }));
  checks.push(await checkSmoke({ candidate, manifest, host, data, niceness }));
  return { checks, manifest };
}

/** Reads the public data that a release's pages start with, without that of a segment of the URL, and returns the problems of the paths that it names. */
export async function sampleData(
  manifest: ReleaseManifest,
  host: GateHost,
): Promise<{ data: Record<string, unknown>; problems: string[] }> {
  const problems: string[] = [];
  const read = async (path: string) => {
    const value = await host.readPublic(path).catch((error: unknown) => {
      if (error instanceof NoSampleData) problems.push(`A page cannot begin with ${path}: ${error.message}.`);
      return undefined;
    });
    return [path, value] as const;
  };
  const entries = await Promise.all(fixedDataPaths(manifest).map(read));
  return { data: Object.fromEntries(entries.filter(([, value]) => value !== undefined)), problems };
}

async function checkManifest(
  remote: string,
  directory: string,
): Promise<{ check: GateCheck; manifest: ReleaseManifest | null }> {
  const refused = (problem: string) => ({ check: verdict('manifest', [problem], ''), manifest: null });
  let value: unknown;
  try {
    value = JSON.parse(await readFile(join(directory, 'release.json'), 'utf8'));
  } catch {
    return refused('The release has no valid release.json at its top level.');
  }
  const parsed = releaseManifestSchema.safeParse(value, { error: fieldMessage });
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'release.json'}: ${issue.message}`);
    return refused(`The manifest is not valid: ${problems.slice(0, 5).join('; ')}`);
  }
  const problems: string[] = [];
  if (parsed.data.name !== remote) problems.push(`The manifest belongs to ${parsed.data.name}, not to ${remote}.`);
  if (!parsed.data.exposes.includes('./remote')) problems.push('The manifest does not expose ./remote.');
  for (const { route, serverData } of parsed.data.routeData ?? []) {
    if (!parsed.data.routes.includes(route)) problems.push(`routeData names ${route}, which is not one of its routes.`);
    if (!/[^*]\/\*$|^\/\*$/.test(route) && serverData.some((path) => path.includes(ROUTE_PARAMETER)))
      problems.push(`The data of ${route} contains {1}, but the route has no '*'.`);
  }
  if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(parsed.data.packageVersion)) {
    problems.push(`'${parsed.data.packageVersion}' is not a semantic version.`);
  }
  return { check: verdict('manifest', problems, 'The manifest is valid and exposes ./remote.'), manifest: parsed.data };
}
