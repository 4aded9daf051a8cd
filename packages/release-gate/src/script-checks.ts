import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { GuestFailure, NoSandbox } from '@godhuli/sandbox/guest-process';
import type { ScriptProblems } from '@godhuli/sandbox/messages';
import { readScripts } from '@godhuli/sandbox/read-scripts';
import { type Candidate, isBrowserScript } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { verdict } from './static-checks.js';

/** Wall-clock limits, generous because a busy machine is not the release's fault. */
const LIMITS = { startLimitMs: 20_000, limitMs: 60_000 };
const NOT_READ = 'Not checked: this platform has no sandbox to read scripts in.';

/** The release to check, with the limits of the host. */
interface ScriptsInput {
  candidate: Candidate;
  manifest: ReleaseManifest;
  host: GateHost;
  /** another release that has the same container name with other code, or null */
  takenBy: string | null;
  niceness?: number;
}

/**
 * Each script parses as JavaScript, no script contains React, `eval` or other origins, and the container entry defines the
 * container. The scripts are read in the sandbox: a parser can need minutes for 1 MB.
 */
export async function checkScripts({ takenBy, niceness = 0, ...release }: ScriptsInput): Promise<GateCheck[]> {
  const { candidate, manifest, host } = release;
  const scripts = [...candidate.files]
    .filter(([path]) => isBrowserScript(path, manifest))
    .map(([path, bytes]) => ({ path, source: bytes.toString('utf8') }));
  const { container, entry } = manifest;
  const limits = { ...LIMITS, cpuSeconds: host.scriptsCpuLimitMs / 1000, niceness };
  let problems: ScriptProblems = { syntax: [], container: [], secondReact: [], noEval: [] };
  let notRead = '';
  try {
    problems = await readScripts({ scripts, entry, container }, limits);
  } catch (error) {
    if (error instanceof GuestFailure)
      return [verdict('syntax', [`Its scripts are too complex to check: ${error.message}`], '')];
    if (!(error instanceof NoSandbox)) throw error;
    notRead = NOT_READ;
  }
  const hasEntry = scripts.some(({ path }) => path === entry);
  const entryProblems = hasEntry ? problems.container : [`The container entry ${entry} is not a browser script.`];
  const containerProblems = [...nameProblems(manifest, takenBy), ...entryProblems];
  return [
    verdict('syntax', problems.syntax, notRead || `${scripts.length} scripts can be read.`),
    verdict('container', containerProblems, notRead || `${entry} defines ${container}.`),
    verdict('second-react', problems.secondReact, notRead || 'React is not bundled.'),
    verdict('no-eval', problems.noEval, notRead || 'The code does not use eval or other origins.'),
  ];
}

/** The name of the container ends with a hash: two releases can share a page. */
function nameProblems({ container }: ReleaseManifest, takenBy: string | null): string[] {
  const problems: string[] = [];
  if (!/[0-9a-f]{8,}$/.test(container)) problems.push(`The container's name ${container} does not end with a hash.`);
  if (takenBy) problems.push(`The container's name ${container} belongs to release ${takenBy}, with other code.`);
  return problems;
}
