import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { satisfies, validRange } from 'semver';
import { integrityOf } from '../content-hash.js';
import { type Candidate, isBrowserFile, isBrowserScript } from './candidate.js';
import type { GateHost } from './gate-host.js';

/** A check's verdict: the sentence that says what is wrong, or the one that says what was seen. */
export const verdict = (name: string, problems: readonly string[], fine: string): GateCheck => ({
  name,
  ok: problems.length === 0,
  message: problems.length === 0 ? fine : problems.slice(0, 10).join(' '),
});

/** Contract number: the shell must serve it. */
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

/** Shared modules: only those of the policy, and each range satisfied by the version that the shell provides. */
export function checkShared(manifest: ReleaseManifest, host: GateHost): GateCheck {
  const problems = Object.entries(manifest.shared).flatMap(([name, range]) => {
    const version = host.hostModules[name];
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

/** A file of a release that another release of its remote has under the same path, with other bytes. */
export interface TakenPath {
  path: string;
  /** the release that had it first */
  version: string;
}

const FILES = 'files';
const sayTaken = ({ path, version }: TakenPath) =>
  `${path} differs from the same file in release ${version}. A file with a content hash in its name must not change.`;

/** The verdict on a release that is refused for a path alone. */
export const pathTaken = (taken: TakenPath): GateCheck => verdict(FILES, [sayTaken(taken)], '');

/**
 * Files: exactly those of the manifest, each with its size and digest, every file it refers to among them, and none named
 * by its content that an earlier release has with other bytes.
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
  const named = [manifest.entry, ...manifest.remoteFiles, ...(manifest.server ? [manifest.server] : [])];
  for (const path of named) {
    if (!listed.has(path)) problems.push(`The manifest names ${path} without listing it.`);
  }
  if (manifest.server && [manifest.entry, ...manifest.remoteFiles].includes(manifest.server)) {
    problems.push('The server build is named as a file for browsers.');
  }
  if (taken) problems.push(sayTaken(taken));
  return verdict(FILES, problems, `All ${listed.size} files match their digests.`);
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1024)} KB`;

/** Budget: what a browser may be sent, before compression. */
export function checkBudget(candidate: Candidate, manifest: ReleaseManifest, host: GateHost): GateCheck {
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
  return verdict(
    'budget',
    problems,
    `${kilobytes(scripts)} of JavaScript (budget ${kilobytes(scriptBudget)}), ${kilobytes(assets)} of other files.`,
  );
}
