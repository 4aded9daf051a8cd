import { integrityOf } from '@godhuli/contracts/integrity';
import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { satisfies, validRange } from 'semver';
import { type Candidate, isBrowserFile, isBrowserScript } from './candidate.js';
import type { GateHost } from './gate-host.js';

/** Creates the result of a check: its problems as one message, or the message of success. */
export const verdict = (name: string, problems: readonly string[], success: string): GateCheck => ({
  name,
  ok: problems.length === 0,
  message: problems.length === 0 ? success : problems.slice(0, 10).join(' '),
});

/** The host supports the contract number. */
export function checkContract(manifest: ReleaseManifest, host: GateHost): GateCheck {
  const served = host.contracts.includes(manifest.contract);
  return verdict(
    'contract',
    served
      ? []
      : [`It was built for contract ${manifest.contract}; this host supports only ${host.contracts.join(' and ')}.`],
    `Built for contract ${manifest.contract}, which this host supports.`,
  );
}

/** The release shares only modules of the policy, and the host's version satisfies each range. */
export function checkShared(manifest: ReleaseManifest, host: GateHost): GateCheck {
  const problems = Object.entries(manifest.shared).flatMap(([name, range]) => {
    const version = host.sharedModules[name];
    if (version === undefined) return [`It shares ${name}, which this host does not provide. Bundle it instead.`];
    if (!validRange(range)) return [`'${range}' is not a valid version range for ${name}.`];
    return satisfies(version, range) ? [] : [`It needs ${name} ${range}; this host provides ${version}.`];
  });
  return verdict(
    'shared',
    problems,
    `${Object.keys(manifest.shared).length} shared modules fit what the host provides.`,
  );
}

/** A path of a release that another release of its remote has with other bytes. */
export interface TakenPath {
  path: string;
  /** the release that had it first */
  version: string;
}

const FILES = 'files';
const takenMessage = ({ path, version }: TakenPath) =>
  `${path} differs from the same file in release ${version}. A file with a content hash in its name must not change.`;

/** Creates the result for a release that is refused only for a path. */
export const pathTaken = (taken: TakenPath): GateCheck => verdict(FILES, [takenMessage(taken)], '');

/**
 * The release has exactly the files of the manifest, with their sizes and digests, and every file that it refers to. No file
 * named by its content has other bytes than in an earlier release.
 */
export function checkFiles(candidate: Candidate, manifest: ReleaseManifest, taken: TakenPath | null): GateCheck {
  const listed = new Map(manifest.files.map((file) => [file.path, file]));
  const problems: string[] = [];
  if (listed.size !== manifest.files.length) problems.push('The manifest lists a file twice.');
  for (const [path, file] of listed) {
    const bytes = candidate.files.get(path);
    if (!bytes) problems.push(`${path} is missing.`);
    else if (bytes.length !== file.size) problems.push(`${path} has ${bytes.length} bytes instead of ${file.size}.`);
    else if (integrityOf(bytes) !== file.integrity) problems.push(`${path} does not match its digest in the manifest.`);
  }
  for (const path of candidate.files.keys()) {
    if (!listed.has(path)) problems.push(`${path} is not in the manifest.`);
  }
  const scripts = [manifest.entry, ...manifest.remoteFiles, ...(manifest.pageScript ? [manifest.pageScript] : [])];
  for (const path of [...scripts, ...(manifest.server ? [manifest.server] : [])]) {
    if (!listed.has(path)) problems.push(`The manifest names ${path} without listing it.`);
  }
  if (new Set(scripts).size !== scripts.length) problems.push('The manifest names a script twice.');
  if (manifest.server && scripts.includes(manifest.server)) {
    problems.push('The server build is named as a file for browsers.');
  }
  if (taken) problems.push(takenMessage(taken));
  return verdict(FILES, problems, `All ${listed.size} files match their digests.`);
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;

/**
 * The files for browsers and the server build fit their budgets, before compression.
 * @param isStored whether it was published before: the budget of server builds is newer
 */
export function checkBudget(
  candidate: Candidate,
  manifest: ReleaseManifest,
  host: GateHost,
  isStored: boolean,
): GateCheck {
  const scriptBudget = host.scriptBudgets[candidate.remote] ?? host.scriptBudgets.default ?? 0;
  let scripts = 0;
  let assets = 0;
  for (const [path, bytes] of candidate.files) {
    if (isBrowserScript(path, manifest)) scripts += bytes.length;
    else if (isBrowserFile(path, manifest)) assets += bytes.length;
  }
  const problems: string[] = [];
  if (scripts > scriptBudget) {
    problems.push(`It has ${kilobytes(scripts)} of JavaScript; the budget is ${kilobytes(scriptBudget)}.`);
  }
  if (assets > host.assetBudget) {
    problems.push(`It has ${kilobytes(assets)} of other files; the budget is ${kilobytes(host.assetBudget)}.`);
  }
  const server = candidate.files.get(manifest.server ?? '')?.length ?? 0;
  if (server > host.serverBudget && !isStored) {
    problems.push(`Its server build has ${kilobytes(server)}; the budget is ${kilobytes(host.serverBudget)}.`);
  }
  return verdict(
    'budget',
    problems,
    `${kilobytes(scripts)} of JavaScript (budget ${kilobytes(scriptBudget)}), ${kilobytes(assets)} of other files.`,
  );
}
