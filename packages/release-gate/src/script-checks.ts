import type { GateCheck, ReleaseManifest } from '@godhuli/contracts/releases';
import { GuestFailure, NoSandbox } from '@godhuli/sandbox/guest-process';
import type { ScriptProblems } from '@godhuli/sandbox/messages';
import { readScripts } from '@godhuli/sandbox/read-scripts';
import { type Candidate, isBrowserScript } from './candidate.js';
import type { GateHost } from './gate-host.js';
import { type CheckOptions, untilDecided } from './isolated-checks.js';
import { verdict } from './static-checks.js';

const NOT_READ = 'Not checked: this platform has no sandbox to read scripts in.';

/** The release to check, with the limits of the host. */
interface ScriptsInput extends CheckOptions {
  candidate: Candidate;
  manifest: ReleaseManifest;
  host: GateHost;
  /** another release of the remote that has the same container name with other code, or null */
  takenBy: string | null;
  /** whether it was published before */
  isStored: boolean;
}

export interface ScriptsVerdict {
  checks: GateCheck[];
  /** whether reading the scripts exceeded a limit of the sandbox */
  isTooComplex: boolean;
}

/**
 * Each script parses as JavaScript, no script contains React, `eval` or other origins, and the container entry defines the
 * container. The scripts are read in the sandbox: a parser can need minutes for 1 MB.
 * @throws CheckTimedOut
 */
export async function checkScripts({
  takenBy,
  isStored,
  niceness,
  deadline,
  ...release
}: ScriptsInput): Promise<ScriptsVerdict> {
  const { candidate, manifest, host } = release;
  const scripts = [...candidate.files]
    .filter(([path]) => isBrowserScript(path, manifest))
    .map(([path, bytes]) => ({ path, source: bytes.toString('utf8') }));
  const { container, entry } = manifest;
  const cpuSeconds = host.scriptsCpuLimitMs / 1000;
  let problems: ScriptProblems = { syntax: [], container: [], secondReact: [], noEval: [] };
  let notRead = '';
  try {
    problems = await untilDecided({ niceness, deadline }, (limits) =>
      readScripts({ scripts, entry, container }, { ...limits, cpuSeconds }),
    );
  } catch (error) {
    if (error instanceof GuestFailure) {
      const refusal = verdict('syntax', [`Its scripts are too complex to check: ${error.message}`], '');
      return { checks: [refusal], isTooComplex: true };
    }
    if (!(error instanceof NoSandbox)) throw error;
    notRead = NOT_READ;
  }
  const hasEntry = scripts.some(({ path }) => path === entry);
  const entryProblems = hasEntry ? problems.container : [`The container entry ${entry} is not a browser script.`];
  const containerProblems = [...nameProblems(manifest, takenBy, isStored), ...entryProblems];
  const checks = [
    verdict('syntax', problems.syntax, notRead || `${scripts.length} scripts can be read.`),
    verdict('container', containerProblems, notRead || `${entry} defines ${container}.`),
    verdict('second-react', problems.secondReact, notRead || 'React is not bundled.'),
    verdict('no-eval', problems.noEval, notRead || 'The code does not use eval or other origins.'),
  ];
  return { checks, isTooComplex: false };
}

/**
 * The name of the container is the name of the remote and a hash: two releases can share a page, and no team can use up the
 * names of another. A hash has no '_', so `a` and `a-b` never have the same name.
 */
function nameProblems({ name, container }: ReleaseManifest, takenBy: string | null, isStored: boolean): string[] {
  const problems: string[] = [];
  const prefix = `${name.replaceAll('-', '_')}_`;
  const isOwn = container.startsWith(prefix) && /^[0-9a-f]{8,}$/.test(container.slice(prefix.length));
  // Older releases were published when only the hash was required.
  if (!isOwn && !(isStored && /[0-9a-f]{8,}$/.test(container)))
    problems.push(
      `The container's name ${container} must be ${prefix} followed by a hash of at least 8 digits 0-9a-f.`,
    );
  if (takenBy)
    problems.push(`The container's name ${container} belongs to release ${takenBy} of ${name}, with other code.`);
  return problems;
}
